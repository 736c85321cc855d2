// Written by scripts/api.py from the OpenAPI document; `make api` writes it again.

declare namespace Api {
  interface AccountLine {
    id: number;
    kind: string;
    name: string;
    table: number | null;
    table_name: string | null;
    player: string | null;
    balance: number;
  }

  interface Act {
    seat: number;
    action: string;
    after: number;
  }

  interface AmountRange {
    least: number;
    most: number | null;
    step: number;
  }

  /** What a game is played with besides cards; nothing for a game of cards. */
  interface Apparatus {
    sections?: string[];
    layout?: WheelLayout | null;
    dice?: number | null;
    points?: number[];
    places?: DicePlace[];
    numbers?: number | null;
    take?: number | null;
  }

  /** An act that waits for the word of a second person. */
  interface ApprovalLine {
    id: number;
    at: number;
    act: string;
    table: number | null;
    who: string;
    data: Record<string, any>;
  }

  interface ApprovalWord {
    id: number;
    word: "approve" | "refuse";
  }

  interface AtSeat {
    seat: number;
  }

  interface AuditLine {
    id: number;
    at: number;
    who: string | null;
    act: string;
    subject: string;
    data: Record<string, any>;
  }

  interface Award {
    amount: number;
    seat: number;
    reason: string;
  }

  interface Bank {
    seat: number;
    amount: number;
  }

  interface BankView {
    seat: number | null;
    amount: number;
  }

  interface Bet {
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

  interface Books {
    balanced: boolean;
    total: number;
    adrift: number;
    overdrawn: number;
  }

  interface Bot {
    seat?: number | null;
    buy_in?: number;
  }

  interface BuyIn {
    seat: number;
    amount: number;
  }

  interface CardRange {
    least: number;
    most: number;
    piece: string;
    places: number;
  }

  interface Caution {
    warning: string;
  }

  /** The last link of a chain of the books. */
  interface ChainHead {
    number: number;
    digest: string;
  }

  interface Changed {
    changed: boolean;
  }

  interface Chips {
    amount: number;
  }

  interface Code {
    code: string;
  }

  /** For an application that shows one-time codes. */
  interface CodeSecret {
    secret: string;
    uri: string;
  }

  interface Codes {
    codes: boolean;
  }

  interface Computing {
    state: "computing";
    done: number;
  }

  /** The table after an act that may need a second person. */
  interface ControlledView {
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

  interface Count {
    amount: number;
  }

  interface Coupon {
    amount: number;
    seat: number;
  }

  interface Design {
    state: "ready";
    target: number[];
    proposals: Proposal[];
  }

  interface DicePay {
    price: string;
    on: string[];
  }

  /** Where a wager lies on a layout for dice. */
  interface DicePlace {
    wager: string;
    label: string;
    area: string;
    number: number;
    behind: string;
    pays: DicePay[];
  }

  interface Disabled {
    disabled: boolean;
  }

  /** A past game of keno. */
  interface Draw {
    round: number;
    game: number;
    at: number | null;
    outcome: Record<string, any>;
  }

  interface Drill {
    game: string;
    house?: Record<string, any>;
    seats?: number;
    wager?: string;
  }

  /** A finished round without its settlement. */
  interface DrillView {
    round: Record<string, any>;
    piles: Pile[];
    asked: Question[];
    pots: PotShare[];
    order: string[];
    direction: string;
    passes: boolean;
    rule: string;
    rake: string;
  }

  interface Ended {
    ended: number;
  }

  interface Event {
    seq: number;
    at: number;
    kind: string;
    seat: number | null;
    text: string;
  }

  /** How a game can be beaten, in figures and as the sections of a page. */
  interface Exposure {
    state: "ready";
    game: string;
    shoe: Shoe | null;
    counts: Record<string, any>;
    index_plays: Record<string, any>[];
    knowledge: Record<string, any>;
    not_computed: Record<string, string>;
    sections: Section[];
  }

  interface Frame {
    seq: number;
    at: number;
    kind: string;
    seat: number | null;
    text: string;
    piles: Pile[];
  }

  /** A game's name and where it comes from. */
  interface GameHead {
    id: string;
    name: string;
    family: string;
    rule: string;
    summary: string;
    labels: Record<string, string>;
  }

  /** A game in the catalogue. */
  interface GameLine {
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
  interface GameView {
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

  interface Grid {
    title: string;
    head: string[];
    rows: string[][];
    rule: string;
    remarks: string[];
    chart: boolean;
  }

  /** The best action as far as it is known; `soon`: asked again, the hint will be better. */
  interface HintView {
    action: string;
    source: string;
    exact: boolean;
    actions: ValuedAction[];
    soon: boolean;
  }

  interface Irregularity {
    kind: string;
    seat?: number | null;
    count?: number | null;
    of?: string | null;
  }

  interface IrregularityKind {
    kind: string;
    of: string;
    effect: string;
    at_least: number;
    rule: string;
  }

  interface KenoTicket {
    wagers: Record<string, number>;
    ticket: Record<string, any>;
    shuffle: string;
  }

  /** A wager where it lies on the layout, in games whose wagers are decided one by one. */
  interface LayoutBet {
    seat: number;
    wager: string;
    amount: number;
    point: number;
    behind: string;
    outcome: string;
    net: number;
    reason: string;
  }

  interface LedgerLine {
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
  interface LegalAction {
    seat: number;
    verb: string;
    hand: number | string | null;
    wager: string;
    label: string;
    ahead: boolean;
    targets: string[];
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
  interface Line {
    wager: string;
    stake: number;
    net: number;
    reason: string;
    rule: string;
  }

  interface Login {
    name: string;
    password: string;
    code?: string;
  }

  /** The game itself, per unit of `unit`. */
  interface MainPrice {
    unit: string;
    house_edge: number;
    element_of_risk: number;
    average_bet: number;
    std_dev: number;
    standard_error?: number | null;
    [name: string]: any;
  }

  interface Mark {
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

  interface Marking {
    round: Record<string, any>;
    answers: Payment[];
  }

  interface Marks {
    marks: Mark[];
    right: number;
    of: number;
  }

  interface MeterAward {
    amount: number;
    whole: boolean;
  }

  interface MeterId {
    id: number;
  }

  interface MeterView {
    id: number;
    name: string;
    shown: number;
    reserve: number | null;
    hidden: number | null;
    seed: number;
    increment: number;
    most: number | null;
  }

  interface NewAccount {
    id: number;
    name: string;
    role: string;
    waiting?: number | null;
  }

  interface NewMeter {
    name: string;
    seed: number;
    increment?: number;
    reserve?: number;
    hidden?: number;
    most?: number | null;
  }

  interface NewPassword {
    old: string;
    new: string;
  }

  interface NewPerson {
    name: string;
    password: string;
    role?: string;
  }

  interface Odds {
    state: "ready";
    game: string;
    method: string;
    main: MainPrice | null;
    side_bets: Record<string, SidePrice>;
    strategy: any;
    seconds: number;
    tables: Record<string, Record<string, number>>;
    session: SessionCurve | null;
    starting_hands?: Record<string, Record<string, any>>;
    notes?: string[];
    warnings?: string[];
    [name: string]: any;
  }

  interface OpenTable {
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
  interface Option {
    value: any;
    default: any;
    choices: any[];
    at_least: number | null;
    at_most: number | null;
    text: string;
    rule: string;
  }

  interface Password {
    password: string;
  }

  interface PayLine {
    hand: string;
    pays: string;
    probability: number;
    return: number;
    [name: string]: any;
  }

  interface PayTables {
    in_use: string;
    ids: string[];
  }

  interface Payment {
    seat: number;
    wager: string;
    net: number;
  }

  /** An account of a person. */
  interface PersonLine {
    id: number;
    name: string;
    role: string;
    disabled: boolean;
    codes: boolean;
    wallet: number;
  }

  interface Pile {
    name: string;
    seat: number | null;
    cards: string[];
    hidden: number;
    says: string;
    parts: SetPart[];
    used: string[];
    stands: Record<string, string>;
    columns: number;
  }

  interface PotShare {
    amount: number;
    seats: number[];
  }

  /** What went wrong; nothing was changed. */
  interface Problem {
    error: string;
    field: string;
  }

  interface Proof {
    round: Record<string, any>;
    published?: string;
    digest?: string;
  }

  /** A pay table near the house edge that was asked for. */
  interface Proposal {
    house_edge: number;
    hit_frequency: number;
    std_dev: number;
    volatility_index: number;
    pays: Record<string, string>;
    changed: string[];
  }

  interface Question {
    seat: number;
    wager: string;
    stake: number;
    share: boolean;
  }

  interface Reason {
    reason: string;
  }

  interface Returned {
    seat: number;
    amount: number;
  }

  interface Roll {
    cards: string[];
    text: string;
  }

  /** A round file with the proof of its shuffle; its other fields are those of the exchange format. */
  interface RoundFile {
    game: string;
    proof: Record<string, any>;
    [name: string]: any;
  }

  /** A finished round in a list. */
  interface RoundLine {
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
  interface RoundReplay {
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
  interface RoundView {
    id: number;
    number: number;
    status: string;
    seq: number;
    commitment: string;
    deadline: number | null;
    turn: number | null;
    piles: Pile[];
    legal: LegalAction[];
    button: number | null;
    warns: boolean;
    staked: Record<string, number>;
    stakes: Record<string, Record<string, number>>;
    bets: LayoutBet[];
    history: Roll[];
    settlement: TableSettlement | null;
    secret: string | null;
    digest: string | null;
    shoe: any;
    events: Event[];
    problem: string | null;
  }

  /** What becomes of a paragraph. */
  interface RuleEntry {
    number: string;
    status: "acted on" | "procedure" | "out of scope" | "open";
    by: string[];
    why: string;
    named: boolean;
    text: string | null;
  }

  /** A section of the documents. */
  interface RuleLine {
    section: string;
    heading: string;
    document: string;
    formerly: string;
    statuses: Record<string, number>;
  }

  /** The sections of all documents. */
  interface RuleMap {
    documents: Record<string, string>;
    sections: RuleLine[];
    statuses: Record<string, number>;
    has_text: boolean;
  }

  /** A section with all of its paragraphs. */
  interface RuleSection {
    section: string;
    heading: string;
    document: string;
    formerly: string;
    has_text: boolean;
    entries: RuleEntry[];
  }

  interface Ruling {
    round: Record<string, any>;
  }

  interface SeatView {
    seat: number;
    player: string | null;
    bot: boolean;
    you: boolean;
    leaving: boolean;
    stack: number;
    wagers: Record<string, number>;
    ready: boolean;
  }

  interface Section {
    title: string;
    statements: Statement[];
    grids: Grid[];
    figures: string[];
  }

  /** Net results of sessions: `marks` are the results that the shares of sessions stay below. */
  interface SessionCurve {
    wager: string;
    shares: number[];
    points: SessionPoint[];
  }

  /** A session of the caller. */
  interface SessionLine {
    id: string;
    started: number;
    seen: number;
    address: string;
    this: boolean;
  }

  interface SessionPoint {
    rounds: number;
    mean: number;
    marks: number[];
  }

  /** Who asks, and the token that every changing request carries in `X-CSRF-Token`. */
  interface SessionView {
    accounts: boolean;
    public: string[];
    user: User | null;
    csrf: string | null;
  }

  interface SetPart {
    name: string;
    cards: string[];
  }

  interface SettledSeat {
    lines: Line[];
    net: number;
  }

  /** A settled round file. */
  interface Settlement {
    game: string;
    house: number;
    pots?: PotShare[] | null;
    showing?: number[] | null;
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
  interface Sheet {
    id: string;
    name: string;
    rule: string;
    family: string;
    summary: string;
    sections: Section[];
    words?: Record<string, string>;
  }

  interface Shoe {
    cards: number;
    dealt: number;
    cards_per_round: number;
    rounds: number;
  }

  /** The shuffle of the next round: a wager names its `commitment`. */
  interface ShuffleView {
    commitment: string;
    published: number;
    dealt: boolean;
    round: number;
  }

  interface SidePrice {
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

  interface Sit {
    seat?: number | null;
    entropy_hash?: string | null;
    buy_in?: number | null;
  }

  /** A wager that may be made before the first card, and what it depends on. */
  interface Spot {
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

  interface Statement {
    text: string;
    rule: string;
  }

  /** A line of one account, and the balance it left. */
  interface StatementLine {
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

  interface TableLine {
    id: number;
    name: string;
    game: GameHead;
    open: boolean;
    seats: number;
    players: number;
    rounds: number;
    version: number;
    yours: boolean;
  }

  interface TableSeatSettled {
    lines: Line[];
    net: number;
    seat: number;
  }

  /** A settled round of a table, its seats numbered as at the table. */
  interface TableSettlement {
    game: string;
    house: number;
    pots?: PotShare[] | null;
    showing?: number[] | null;
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
  interface TableView {
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

  interface TimedFee {
    minutes: number;
    each_active_player: number;
  }

  interface Unpriced {
    state: "unpriced";
    reason: string;
  }

  interface User {
    id: number;
    name: string;
    role: string;
    rights: string[];
    wallet: number;
    must_change: boolean;
  }

  interface ValuedAction {
    action: string;
    value: number;
  }

  interface Verdict {
    ok: boolean;
    wrong: string[];
  }

  interface Waiting {
    waiting: number | null;
  }

  interface Wallet {
    wallet: number;
  }

  interface WheelLayout {
    rows: string[][];
    head: string[];
    colors: Record<string, string>;
    wagers: Record<string, WheelWager>;
  }

  interface WheelWager {
    label: string;
    covers: string[];
    price: string;
  }

  interface You {
    seats: number[];
    wallet: number | null;
  }

  /** What GET answers to a path. */
  type Got<P extends string> =
    P extends `/floor/books/heads` ? Record<string, ChainHead> :
    P extends `/floor/accounts/${string}` ? StatementLine[] :
    P extends `/floor/reports/${string}` ? (Record<string, string | number | null>)[] :
    P extends `/rounds/${string}/file` ? RoundFile :
    P extends `/tables/${string}/draws` ? Draw[] :
    P extends `/tables/${string}/hint` ? HintView :
    P extends `/tables/${string}/warning` ? Caution :
    P extends `/account/sessions` ? SessionLine[] :
    P extends `/floor/accounts` ? AccountLine[] :
    P extends `/floor/approvals` ? ApprovalLine[] :
    P extends `/floor/audit` ? AuditLine[] :
    P extends `/floor/books` ? Books :
    P extends `/floor/ledger` ? LedgerLine[] :
    P extends `/floor/meters` ? MeterView[] :
    P extends `/floor/people` ? PersonLine[] :
    P extends `/rules/section` ? RuleSection :
    P extends `/rounds/${string}` ? RoundReplay :
    P extends `/tables/${string}` ? TableView :
    P extends `/apparatus` ? Apparatus :
    P extends `/design` ? Design | Unpriced | Computing :
    P extends `/exposure` ? Exposure | Unpriced | Computing :
    P extends `/game` ? GameView :
    P extends `/games` ? GameLine[] :
    P extends `/odds` ? Odds | Unpriced | Computing :
    P extends `/own-games` ? GameLine[] :
    P extends `/rounds` ? RoundLine[] :
    P extends `/rules` ? RuleMap :
    P extends `/session` ? SessionView :
    P extends `/sheet` ? Sheet :
    P extends `/tables` ? TableLine[] :
    never;

  /** What POST answers to a path. */
  type Posted<P extends string> =
    P extends `/floor/tables/${string}/close/now` ? TableView :
    P extends `/floor/tables/${string}/coupons/accept` ? ControlledView :
    P extends `/floor/tables/${string}/fees/accept` ? ControlledView :
    P extends `/floor/tables/${string}/jackpot/award` ? ControlledView :
    P extends `/floor/tables/${string}/round/irregularity` ? ControlledView :
    P extends `/floor/tables/${string}/round/void` ? ControlledView :
    P extends `/floor/tables/${string}/shuffle/now` ? TableView :
    P extends `/floor/people/${string}/cage/${string}` ? Waiting :
    P extends `/floor/tables/${string}/count/${string}` ? TableView :
    P extends `/account/sessions/${string}/end` ? Ended :
    P extends `/floor/tables/${string}/bank` ? TableView :
    P extends `/floor/approvals/${string}/${string}` ? ApprovalWord :
    P extends `/floor/people/${string}/${string}` ? Password | Ended | Disabled :
    P extends `/floor/tables/${string}/${string}` ? TableView :
    P extends `/account/codes/confirm` ? Codes :
    P extends `/account/codes/off` ? Codes :
    P extends `/tables/${string}/act` ? TableView :
    P extends `/tables/${string}/bets` ? TableView :
    P extends `/tables/${string}/bots` ? TableView :
    P extends `/tables/${string}/buy-in` ? TableView :
    P extends `/tables/${string}/deal` ? TableView :
    P extends `/tables/${string}/leave` ? TableView :
    P extends `/tables/${string}/sit` ? TableView :
    P extends `/tables/${string}/take-back` ? TableView :
    P extends `/tables/${string}/tickets` ? TableView :
    P extends `/account/codes` ? CodeSecret :
    P extends `/account/password` ? Changed :
    P extends `/floor/meters` ? MeterId :
    P extends `/trainer/answer` ? Marks :
    P extends `/trainer/deal` ? DrillView :
    P extends `/login` ? SessionView :
    P extends `/logout` ? SessionView :
    P extends `/people` ? SessionView | NewAccount :
    P extends `/purse` ? Wallet :
    P extends `/settle` ? Settlement | Record<string, number | number[]> :
    P extends `/tables` ? TableView :
    P extends `/verify` ? Verdict :
    never;
}
