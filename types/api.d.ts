// Written by scripts/api.py from the OpenAPI document; `make written` writes it again.

export interface AccountLine {
  id: number;
  kind: string;
  name: string;
  table: number | null;
  table_name: string | null;
  player: string | null;
  balance: number;
}

export interface Act {
  seat: number;
  action: string;
  after: number;
}

export interface AmountRange {
  least: number;
  most: number | null;
  step: number;
}

/** What a game is played with besides cards; nothing for a game of cards. */
export interface Apparatus {
  sections?: string[];
  layout?: WheelLayout | null;
  dice?: number | null;
  points?: number[];
  places?: DicePlace[];
  numbers?: number | null;
  take?: number | null;
}

/** An act that waits for the word of a second person. */
export interface ApprovalLine {
  id: number;
  at: number;
  act: string;
  table: number | null;
  who: string;
  data: Record<string, any>;
}

export interface ApprovalWord {
  id: number;
  word: "approve" | "refuse";
}

export interface AtSeat {
  seat: number;
}

export interface AuditLine {
  id: number;
  at: number;
  who: string | null;
  act: string;
  subject: string;
  data: Record<string, any>;
}

export interface Award {
  amount: number;
  seat: number;
  reason: string;
}

export interface Bank {
  seat: number;
  amount: number;
}

export interface BankView {
  seat: number | null;
  amount: number;
}

export interface Bet {
  seat: number;
  wagers?: Record<string, number>;
  ticket?: Record<string, any>;
  select?: number[];
  shuffle: string;
  entropy?: string | null;
  entropy_hash?: string | null;
  deal?: boolean;
  round?: number | null;
}

export interface Books {
  balanced: boolean;
  total: number;
  adrift: number;
  overdrawn: number;
}

export interface Bot {
  seat?: number | null;
  buy_in?: number;
}

export interface BuyIn {
  seat: number;
  amount: number;
}

export interface CardRange {
  least: number;
  most: number;
  piece: string;
}

/** The last link of a chain of the books. */
export interface ChainHead {
  number: number;
  digest: string;
}

export interface Changed {
  changed: boolean;
}

export interface Chips {
  amount: number;
}

export interface Code {
  code: string;
}

/** For an application that shows one-time codes. */
export interface CodeSecret {
  secret: string;
  uri: string;
}

export interface Codes {
  codes: boolean;
}

export interface Computing {
  state: "computing";
  done: number;
}

/** The table after an act that may need a second person. */
export interface ControlledView {
  id: number;
  name: string;
  game: GameHead;
  house: Record<string, any>;
  betting: Record<string, any>;
  open: boolean;
  version: number;
  bet_seconds: number;
  act_seconds: number;
  least_buy_in: number;
  seats: SeatView[];
  spots: Spot[];
  meters: Record<string, number>;
  bank: BankView | null;
  shuffle: ShuffleView;
  round: RoundView | null;
  you: You;
  waiting: number | null;
}

export interface Count {
  amount: number;
}

export interface Coupon {
  amount: number;
  seat: number;
}

export interface DicePay {
  price: string;
  on: string[];
}

/** Where a wager lies on a layout for dice. */
export interface DicePlace {
  wager: string;
  label: string;
  area: string;
  number: number;
  behind: string;
  pays: DicePay[];
}

export interface Disabled {
  disabled: boolean;
}

/** A past game of keno. */
export interface Draw {
  round: number;
  game: number;
  at: number | null;
  outcome: Record<string, any>;
}

export interface Drill {
  game: string;
  house?: Record<string, any>;
  seats?: number;
  wager?: string;
}

/** A finished round without its settlement. */
export interface DrillView {
  round: Record<string, any>;
  asked: Question[];
  pots: PotShare[];
  order: string[];
  direction: string;
  passes: boolean;
  rule: string;
  rake: string;
}

export interface Ended {
  ended: number;
}

export interface Event {
  seq: number;
  at: number;
  kind: string;
  seat: number | null;
  text: string;
}

export interface Frame {
  seq: number;
  at: number;
  kind: string;
  seat: number | null;
  text: string;
  piles: Pile[];
}

/** A game's name and where it comes from. */
export interface GameHead {
  id: string;
  name: string;
  family: string;
  rule: string;
  summary: string;
  labels: Record<string, string>;
}

/** A game in the catalogue. */
export interface GameLine {
  id: string;
  name: string;
  family: string;
  rule: string;
  summary: string;
  labels: Record<string, string>;
  jurisdiction: string;
  live: boolean;
  wagers: string[];
}

/** A game as the house offers it. */
export interface GameView {
  id: string;
  name: string;
  family: string;
  rule: string;
  summary: string;
  labels: Record<string, string>;
  jurisdiction: string;
  edition: string;
  live: boolean;
  deck: string;
  seats: number | null;
  spots: Spot[];
  drills: string[];
  options: Record<string, Option>;
  pay_tables: Record<string, PayTables>;
  banked: boolean;
  irregularities: IrregularityKind[];
}

export interface Grid {
  title: string;
  head: string[];
  rows: string[][];
  rule: string;
  remarks: string[];
  chart: boolean;
}

/** The best action as far as it is known; `soon`: asked again, the hint will be better. */
export interface HintView {
  action: string;
  source: string;
  exact: boolean;
  actions: ValuedAction[];
  soon: boolean;
}

export interface Irregularity {
  kind: string;
  seat?: number | null;
  count?: number | null;
  of?: string | null;
}

export interface IrregularityKind {
  kind: string;
  of: string;
  effect: string;
  at_least: number;
  rule: string;
}

export interface KenoTicket {
  wagers: Record<string, number>;
  ticket: Record<string, any>;
  shuffle: string;
}

/** A wager where it lies on the layout, in games whose wagers are decided one by one. */
export interface LayoutBet {
  seat: number;
  wager: string;
  amount: number;
  point: number;
  behind: string;
  outcome: string;
  net: number;
  reason: string;
}

export interface LedgerLine {
  line: number;
  entry: number;
  at: number;
  kind: string;
  from: string;
  to: string;
  amount: number;
  memo: string;
  table: number | null;
  round: number | null;
  event: number | null;
}

/** What a seat may do now: a button for each of `texts`, a field where an amount or cards are to be named. */
export interface LegalAction {
  seat: number;
  verb: string;
  hand: number | string | null;
  wager: string;
  lead: string;
  texts: string[];
  labels: string[];
  gives_up: boolean;
  amount: AmountRange | null;
  cards: CardRange | null;
  rule: string;
  adds: (number | null)[];
}

/** A settled wager. */
export interface Line {
  wager: string;
  stake: number;
  net: number;
  reason: string;
  rule: string;
}

export interface Login {
  name: string;
  password: string;
  code?: string;
}

/** The game itself, per unit of `unit`. */
export interface MainPrice {
  unit: string;
  house_edge: number;
  element_of_risk: number;
  average_bet: number;
  std_dev: number;
  standard_error?: number | null;
  [name: string]: any;
}

export interface Mark {
  wager: string;
  stake: number;
  net: number;
  reason: string;
  rule: string;
  seat: number;
  share?: boolean;
  answer: number | null;
  right: boolean;
}

export interface Marking {
  round: Record<string, any>;
  answers: Payment[];
}

export interface Marks {
  marks: Mark[];
  right: number;
  of: number;
}

export interface MeterAward {
  amount: number;
  whole: boolean;
}

export interface MeterId {
  id: number;
}

export interface MeterView {
  id: number;
  name: string;
  shown: number;
  reserve: number | null;
  hidden: number | null;
  seed: number;
  increment: number;
  most: number | null;
}

export interface NewAccount {
  id: number;
  name: string;
  role: string;
  waiting?: number | null;
}

export interface NewMeter {
  name: string;
  seed: number;
  increment?: number;
  reserve?: number;
  hidden?: number;
  most?: number | null;
}

export interface NewPassword {
  old: string;
  new: string;
}

export interface NewPerson {
  name: string;
  password: string;
  role?: string;
}

export interface Odds {
  state: "ready";
  game: string;
  method: string;
  main: MainPrice | null;
  side_bets: Record<string, SidePrice>;
  strategy: any;
  seconds: number;
  tables: Record<string, Record<string, number>>;
  session: SessionCurve | null;
  notes?: string[];
  warnings?: string[];
  [name: string]: any;
}

export interface OpenTable {
  game: string;
  name?: string;
  house?: Record<string, any>;
  betting?: Record<string, any>;
  seats?: number | null;
  bankroll?: number;
  meters?: Record<string, number>;
  bet_seconds?: number;
  act_seconds?: number;
  least_buy_in?: number;
}

/** A choice of the house. */
export interface Option {
  value: any;
  default: any;
  choices: any[];
  at_least: number | null;
  at_most: number | null;
  text: string;
  rule: string;
}

export interface Password {
  password: string;
}

export interface PayLine {
  hand: string;
  pays: string;
  probability: number;
  return: number;
  [name: string]: any;
}

export interface PayTables {
  in_use: string;
  ids: string[];
}

export interface Payment {
  seat: number;
  wager: string;
  net: number;
}

/** An account of a person. */
export interface PersonLine {
  id: number;
  name: string;
  role: string;
  disabled: boolean;
  codes: boolean;
  wallet: number;
}

export interface Pile {
  name: string;
  seat: number | null;
  cards: string[];
  hidden: number;
}

export interface PotShare {
  amount: number;
  seats: number[];
}

/** What went wrong; nothing was changed. */
export interface Problem {
  error: string;
  field: string;
}

export interface Proof {
  round: Record<string, any>;
  published?: string;
  digest?: string;
}

export interface Question {
  seat: number;
  wager: string;
  stake: number;
  share: boolean;
}

export interface Reason {
  reason: string;
}

export interface Returned {
  seat: number;
  amount: number;
}

export interface Roll {
  cards: string[];
  text: string;
}

/** A round file with the proof of its shuffle; its other fields are those of the exchange format. */
export interface RoundFile {
  game: string;
  proof: Record<string, any>;
  [name: string]: any;
}

/** A finished round in a list. */
export interface RoundLine {
  id: number;
  table: number;
  table_name: string;
  game: GameHead;
  number: number;
  status: string;
  started: number | null;
  ended: number | null;
  nets: Record<string, number>;
  your_seats: number[];
  your_net: number;
}

/** A finished round, event by event. */
export interface RoundReplay {
  id: number;
  table: number;
  game: GameHead;
  house: Record<string, any>;
  number: number;
  status: string;
  started: number | null;
  ended: number | null;
  commitment: string;
  secret: string | null;
  your_seats: number[];
  frames: Frame[];
  settlement: TableSettlement | null;
}

/** The round at a table, as the viewer may see it. */
export interface RoundView {
  id: number;
  number: number;
  status: string;
  seq: number;
  commitment: string;
  deadline: number | null;
  turn: number | null;
  piles: Pile[];
  legal: LegalAction[];
  staked: Record<string, number>;
  bets: LayoutBet[];
  history: Roll[];
  settlement: TableSettlement | null;
  secret: string | null;
  digest: string | null;
  shoe: any;
  events: Event[];
  problem: string | null;
}

export interface Ruling {
  round: Record<string, any>;
}

export interface SeatView {
  seat: number;
  player: string | null;
  bot: boolean;
  you: boolean;
  leaving: boolean;
  stack: number;
  wagers: Record<string, number>;
  ready: boolean;
}

export interface Section {
  title: string;
  statements: Statement[];
  grids: Grid[];
  figures: string[];
}

/** Net results of sessions: `marks` are the results that the shares of sessions stay below. */
export interface SessionCurve {
  wager: string;
  shares: number[];
  points: SessionPoint[];
}

/** A session of the caller. */
export interface SessionLine {
  id: string;
  started: number;
  seen: number;
  address: string;
  this: boolean;
}

export interface SessionPoint {
  rounds: number;
  mean: number;
  marks: number[];
}

/** Who asks, and the token that every changing request carries in `X-CSRF-Token`. */
export interface SessionView {
  accounts: boolean;
  user: User | null;
  csrf: string | null;
}

export interface SettledSeat {
  lines: Line[];
  net: number;
}

/** A settled round file. */
export interface Settlement {
  game: string;
  house: number;
  pots?: PotShare[] | null;
  rake?: number | null;
  jackpot_rake?: number | null;
  returned?: Returned | null;
  collection?: Record<string, number | number[]> | null;
  timed_collection?: TimedFee | null;
  player_dealer?: number | null;
  dealer_vs_bank?: number | null;
  dealer_envy?: number | null;
  first_hand?: number | null;
  action_seat?: number | null;
  button?: number | null;
  next_shaker?: number | string | null;
  opens?: Record<string, number> | null;
  legal?: boolean[] | null;
  min_bet?: number | null;
  action_order?: number[] | null;
  meters?: Record<string, number> | null;
  awards?: Record<string, MeterAward> | null;
  state?: Record<string, any> | null;
  seats: SettledSeat[];
}

/** A rule sheet. */
export interface Sheet {
  id: string;
  name: string;
  rule: string;
  family: string;
  summary: string;
  sections: Section[];
}

/** The shuffle of the next round: a wager names its `commitment`. */
export interface ShuffleView {
  commitment: string;
  published: number;
  dealt: boolean;
  round: number;
}

export interface SidePrice {
  method: string;
  house_edge: number;
  hit_frequency: number;
  std_dev: number;
  lines: PayLine[];
  standard_error?: number | null;
  pay_table?: string;
  meter_return?: Record<string, number>;
  break_even?: Record<string, number>;
  note?: string;
  [name: string]: any;
}

export interface Sit {
  seat?: number | null;
  entropy_hash?: string | null;
  buy_in?: number | null;
}

/** A wager that may be made before the first card, and what it depends on. */
export interface Spot {
  name: string;
  label: string;
  required: boolean;
  equals: string;
  share: number;
  within: string;
  most_share: number;
  needs: string[];
  bars: string[];
  one_of: string[];
  least: number | null;
  most: number | null;
  stakes: number[];
  step: number;
  meters: string[];
  rule: string;
}

export interface Statement {
  text: string;
  rule: string;
}

/** A line of one account, and the balance it left. */
export interface StatementLine {
  line: number;
  entry: number;
  at: number;
  kind: string;
  memo: string;
  amount: number;
  balance: number;
  round: number | null;
  event: number | null;
}

export interface TableLine {
  id: number;
  name: string;
  game: GameHead;
  open: boolean;
  seats: number;
  players: number;
  rounds: number;
  version: number;
}

export interface TableSeatSettled {
  lines: Line[];
  net: number;
  seat: number;
}

/** A settled round of a table, its seats numbered as at the table. */
export interface TableSettlement {
  game: string;
  house: number;
  pots?: PotShare[] | null;
  rake?: number | null;
  jackpot_rake?: number | null;
  returned?: Returned | null;
  collection?: Record<string, number | number[]> | null;
  timed_collection?: TimedFee | null;
  player_dealer?: number | null;
  dealer_vs_bank?: number | null;
  dealer_envy?: number | null;
  first_hand?: number | null;
  action_seat?: number | null;
  button?: number | null;
  next_shaker?: number | string | null;
  opens?: Record<string, number> | null;
  legal?: boolean[] | null;
  min_bet?: number | null;
  action_order?: number[] | null;
  meters?: Record<string, number> | null;
  awards?: Record<string, MeterAward> | null;
  state?: Record<string, any> | null;
  seats: TableSeatSettled[];
}

/** A table as the caller may see it. */
export interface TableView {
  id: number;
  name: string;
  game: GameHead;
  house: Record<string, any>;
  betting: Record<string, any>;
  open: boolean;
  version: number;
  bet_seconds: number;
  act_seconds: number;
  least_buy_in: number;
  seats: SeatView[];
  spots: Spot[];
  meters: Record<string, number>;
  bank: BankView | null;
  shuffle: ShuffleView;
  round: RoundView | null;
  you: You;
}

export interface TimedFee {
  minutes: number;
  each_active_player: number;
}

export interface Unpriced {
  state: "unpriced";
  reason: string;
}

export interface User {
  id: number;
  name: string;
  role: string;
  rights: string[];
  wallet: number;
  must_change: boolean;
}

export interface ValuedAction {
  action: string;
  value: number;
}

export interface Verdict {
  ok: boolean;
  wrong: string[];
}

export interface Waiting {
  waiting: number | null;
}

export interface Wallet {
  wallet: number;
}

export interface WheelLayout {
  rows: string[][];
  head: string[];
  colors: Record<string, string>;
  wagers: Record<string, WheelWager>;
}

export interface WheelWager {
  label: string;
  covers: string[];
  price: string;
}

export interface You {
  seats: number[];
  wallet: number | null;
}

/** What GET answers, by path. */
export interface Gets {
  "/api/session": SessionView;
  "/api/account/sessions": SessionLine[];
  "/api/games": GameLine[];
  "/api/game": GameView;
  "/api/sheet": Sheet;
  "/api/own-games": GameLine[];
  "/api/apparatus": Apparatus;
  "/api/odds": Odds | Unpriced | Computing;
  "/api/tables": TableLine[];
  "/api/tables/{table}": TableView;
  "/api/tables/{table}/hint": HintView;
  "/api/tables/{table}/draws": Draw[];
  "/api/rounds": RoundLine[];
  "/api/rounds/{round_id}": RoundReplay;
  "/api/rounds/{round_id}/file": RoundFile;
  "/api/floor/people": PersonLine[];
  "/api/floor/approvals": ApprovalLine[];
  "/api/floor/books": Books;
  "/api/floor/books/heads": Record<string, ChainHead>;
  "/api/floor/accounts": AccountLine[];
  "/api/floor/accounts/{account}": StatementLine[];
  "/api/floor/ledger": LedgerLine[];
  "/api/floor/meters": MeterView[];
  "/api/floor/reports/{name}": (Record<string, string | number | null>)[];
  "/api/floor/audit": AuditLine[];
}

/** What POST answers, by path. */
export interface Posts {
  "/api/login": SessionView;
  "/api/logout": SessionView;
  "/api/people": SessionView | NewAccount;
  "/api/account/password": Changed;
  "/api/account/sessions/{session}/end": Ended;
  "/api/account/codes": CodeSecret;
  "/api/account/codes/confirm": Codes;
  "/api/account/codes/off": Codes;
  "/api/purse": Wallet;
  "/api/tables": TableView;
  "/api/tables/{table}/sit": TableView;
  "/api/tables/{table}/bots": TableView;
  "/api/tables/{table}/buy-in": TableView;
  "/api/tables/{table}/leave": TableView;
  "/api/tables/{table}/bets": TableView;
  "/api/tables/{table}/take-back": TableView;
  "/api/tables/{table}/deal": TableView;
  "/api/tables/{table}/act": TableView;
  "/api/tables/{table}/tickets": TableView;
  "/api/verify": Verdict;
  "/api/settle": Settlement | Record<string, number | number[]>;
  "/api/trainer/deal": DrillView;
  "/api/trainer/answer": Marks;
  "/api/floor/people/{user}/{act}": Password | Ended | Disabled;
  "/api/floor/people/{user}/cage/{kind}": Waiting;
  "/api/floor/approvals/{approval}/{word}": ApprovalWord;
  "/api/floor/meters": MeterId;
  "/api/floor/tables/{table}/bank": TableView;
  "/api/floor/tables/{table}/{kind}": TableView;
  "/api/floor/tables/{table}/count/{kind}": TableView;
  "/api/floor/tables/{table}/shuffle/now": TableView;
  "/api/floor/tables/{table}/coupons/accept": ControlledView;
  "/api/floor/tables/{table}/fees/accept": ControlledView;
  "/api/floor/tables/{table}/round/void": ControlledView;
  "/api/floor/tables/{table}/round/irregularity": ControlledView;
  "/api/floor/tables/{table}/jackpot/award": ControlledView;
  "/api/floor/tables/{table}/close/now": TableView;
}
