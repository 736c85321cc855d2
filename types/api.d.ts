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
    tips?: Record<string, number>;
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
    races?: string[];
    grouped?: Record<string, GroupedTicket>;
  }

  /** An act that waits for the approval of a second person. */
  interface ApprovalLine {
    id: number;
    at: number;
    act: string;
    table: number | null;
    table_name: string;
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

  interface AwardView {
    id: number;
    at: number;
    table: number;
    table_name: string;
    round: number | null;
    seat: number | null;
    player: string | null;
    ticket: number | null;
    amount: number;
    next: number;
    years: number;
    payments: number;
    meter: string | null;
    jackpot: number | null;
    memo: string;
    status: string;
  }

  interface AwardWord {
    award: number;
  }

  interface Bank {
    seat: number;
    amount: number;
  }

  interface BankView {
    seat: number | null;
    amount: number;
    turn: number;
    offer: number | null;
    refused: number[];
  }

  interface Behind {
    seat: number;
    wagers?: Record<string, number>;
    stays_out?: string[];
  }

  interface Bet {
    seat: number;
    wagers?: Record<string, number>;
    ticket?: Record<string, any>;
    select?: number[];
    blind?: number | null;
    shuffle: string;
    entropy?: string | null;
    entropy_hash?: string | null;
    deal?: boolean;
    round?: number | null;
    tips?: Record<string, number>;
    tips_join?: string[];
    coupons?: Record<string, string>;
  }

  /** Somebody who bets behind a seat. */
  interface BettorView {
    player: string;
    you: boolean;
    wagers: Record<string, number>;
    stays_out: string[];
    staked: number;
  }

  /** A straddle or over blind: more than `above`, and at least so many times it. */
  interface BlindView {
    name: string;
    above: number;
    times: number;
    rule: string;
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

  interface Bots {
    count: number;
  }

  interface BuyIn {
    seat: number;
    amount: number;
    medium?: "cash" | "tokens";
  }

  interface CardRange {
    least: number;
    most: number;
    piece: string;
    places: number;
  }

  interface CaseId {
    id: number;
  }

  interface CaseLine {
    id: number;
    title: string;
    game: GameHead;
    state: "open" | "ruled" | "revised";
    opened: number;
    opened_by: string;
    ruled_at: number | null;
    ruled_by: string | null;
    owed: number;
    round: number | null;
    round_number: number | null;
    table: number | null;
    table_name: string | null;
    places: number[];
  }

  /** A case after a payment, which may wait for the approval of a second person. */
  interface CasePaid {
    id: number;
    title: string;
    game: GameHead;
    state: "open" | "ruled" | "revised";
    opened: number;
    opened_by: string;
    ruled_at: number | null;
    ruled_by: string | null;
    owed: number;
    round: number | null;
    round_number: number | null;
    table: number | null;
    table_name: string | null;
    places: number[];
    told: Record<string, any>;
    paid: ((number | null)[])[];
    booked: number[][];
    ruling: RulingView | null;
    preview: RulingView | null;
    fault: string;
    apparatus: Apparatus;
    piles: Pile[];
    reason: string;
    seats: CaseSeat[];
    history: CaseStep[];
    waiting: number | null;
  }

  interface CasePayment {
    seat: number;
    person?: string;
  }

  /** What a ruling finds owed at a seat, and what of it is done. */
  interface CaseSeat {
    person: string | null;
    owed: number;
    settled: number;
    waiting: number | null;
  }

  interface CaseStep {
    at: number;
    who: string;
    act: "opened" | "told" | "noted" | "ruled" | "revised" | "paid" | "collected";
    text: string;
    owed: number | null;
    ruling: RulingView | null;
  }

  /** A case with its history; the round and the ruling as they stand. */
  interface CaseView {
    id: number;
    title: string;
    game: GameHead;
    state: "open" | "ruled" | "revised";
    opened: number;
    opened_by: string;
    ruled_at: number | null;
    ruled_by: string | null;
    owed: number;
    round: number | null;
    round_number: number | null;
    table: number | null;
    table_name: string | null;
    places: number[];
    told: Record<string, any>;
    paid: ((number | null)[])[];
    booked: number[][];
    ruling: RulingView | null;
    preview: RulingView | null;
    fault: string;
    apparatus: Apparatus;
    piles: Pile[];
    reason: string;
    seats: CaseSeat[];
    history: CaseStep[];
  }

  interface Caution {
    warning: string;
  }

  /** A certificate in every form. */
  interface CertificateView {
    state: "ready";
    certificate: Record<string, any>;
    json: string;
    html: string;
    csv: string;
    xlsx: string;
  }

  /** The last link of a chain of the books. */
  interface ChainHead {
    number: number;
    digest: string;
  }

  interface Changed {
    changed: boolean;
  }

  interface ChipView {
    value: number;
    colour: string;
    kind: string;
    rule: string;
  }

  interface Chips {
    amount: number;
  }

  interface ClosingNotice {
    seconds?: number;
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

  interface Contribution {
    amount: number;
    licensee: string;
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
    rules: string;
    bet_seconds: number;
    act_seconds: number;
    least_buy_in: number;
    seats: SeatView[];
    spots: Spot[];
    meters: Record<string, number>;
    jackpot: JackpotSign | null;
    blind: BlindView | null;
    due: number;
    bank: BankView | null;
    owners: OwnersView;
    imprest: boolean;
    shuffle: ShuffleView;
    round: RoundView | null;
    tournament: TableTournament | null;
    you: You;
    waiting: number | null;
  }

  interface Count {
    amount: number;
  }

  interface CountDrawer {
    amount: number;
    certified?: boolean;
  }

  interface Coupon {
    amount: number;
    seat: number;
  }

  interface CouponView {
    value: number;
    code: string;
  }

  interface Decision {
    round: Record<string, any>;
    paid?: ((number | null)[])[];
    reason?: string;
  }

  interface Design {
    state: "ready";
    target: number[];
    proposals: Proposal[];
  }

  interface DeskAction {
    seat: number;
    action: string;
  }

  /** The desk after what was done at it. */
  interface DeskAnswer {
    desk: DeskView;
    ticket: TicketView | null;
    waiting: number | null;
    slip: number | null;
    told: string;
  }

  /** A round as far as it is told: what lies where, whose turn it is, and what he may do. */
  interface DeskLayout {
    spots: Spot[];
    problem: DeskProblem | null;
    piles: DeskPile[];
    choices: Record<string, any[]>;
    spent: Record<string, any[]>;
    seats: Record<string, any>[];
    sources: Record<string, any>;
    actions: DeskAction[];
    refused: string;
    warnings: DeskWarning[];
    over: boolean;
    turn: number | null;
    waits: string;
    legal: LegalAction[];
    between: DeskWager[];
    meters: string[];
    betting: Record<string, any>;
    asks: string[];
    seat_asks: string[];
    outcome: Record<string, any>;
    state: Record<string, any>;
    extra: Record<string, any>;
    dealer_set: Record<string, any>;
    settings: DeskSetting[];
    void_spins: any[];
    told_after: string[];
    tickets: boolean;
    pot: boolean;
    numbers: number[];
    file: Record<string, any> | null;
    missing: string;
  }

  interface DeskLine {
    id: number;
    name: string;
    casino: string;
    game: number;
    suspended: string;
  }

  interface DeskParameters {
    house?: Record<string, any>;
    interval?: number | null;
    casino?: string | null;
    least?: number | null;
    most?: number | null;
  }

  interface DeskPile {
    name: string;
    seat: number | null;
    slots: DeskSlot[];
  }

  interface DeskProblem {
    error: string;
    field: string;
  }

  interface DeskRuling {
    round: Record<string, any>;
    case?: number | null;
    round_id?: number | null;
  }

  /** A hand that the dealer set. */
  interface DeskSetting {
    pile: string;
    part: string;
    cards: string[];
    chosen: string[];
    house_way: string[];
  }

  /** A place for a card, tile, number, dice, section of a wheel or prize. */
  interface DeskSlot {
    place: string;
    source: string;
    kind: "card" | "tile" | "number" | "dice" | "wheel" | "prize";
    value: any;
    count?: number;
    name: string;
  }

  interface DeskView {
    id: number;
    name: string;
    casino: string;
    game_id: string;
    version: number;
    open: boolean;
    suspended: string;
    supervisor: string | null;
    interval: number;
    least: number;
    most: number | null;
    now: number;
    game: KenoGame;
    meters: Record<string, number>;
    rates: KenoRate[];
    kinds: KenoKind[];
    numbers: number;
    board: KenoBoard[];
    promotions: PromotionView[];
    tickets: TicketView[];
    drawer: DrawerView | null;
    drawers: DrawerView[];
    system: SystemView;
    rule: string;
  }

  /** A wager that the seat to act may put down before play goes on. */
  interface DeskWager {
    lead: string;
    label: string;
    least: number | null;
    most: number | null;
    step: number;
  }

  interface DeskWarning {
    seat: number;
    warning: string;
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
    waiting: number | null;
  }

  /** A round of a table as the desk takes it. */
  interface DisputedRound {
    id: number;
    round: Record<string, any>;
    places: number[];
    paid: number[][];
    table: number;
    table_name: string;
    number: number;
    ended: number | null;
    case: number | null;
  }

  interface Disqualify {
    person: string;
    reason: string;
  }

  interface Done {
    done: boolean;
  }

  interface Draft {
    seat: number;
    wagers?: Record<string, number>;
    steps?: DraftStep[];
    ticket?: Record<string, any>;
    chip?: number;
  }

  interface DraftDesign {
    text: string;
    house?: Record<string, any>;
    wait?: number;
    wager: string;
    target: string;
    row?: string;
  }

  interface DraftPrice {
    text: string;
    house?: Record<string, any>;
    wait?: number;
  }

  interface DraftRows {
    text: string;
    wager: string;
    pays: Record<string, string>;
  }

  /** A spot as the drafted wagers leave it. */
  interface DraftSpot {
    name: string;
    amount: number;
    next: number;
  }

  interface DraftStep {
    wager: string;
    chip?: number | null;
  }

  interface DraftText {
    text: string;
  }

  /** Wagers that are not yet put down: what lies where, and what the rules still ask for. */
  interface DraftView {
    wagers: Record<string, number>;
    total: number;
    spots: DraftSpot[];
    actions: string[];
    problem: string;
  }

  /** A past spin or draw at a table. */
  interface Draw {
    round: number;
    game: number;
    at: number | null;
    outcome: Record<string, any>;
  }

  interface DrawerView {
    id: number;
    station: number;
    kind: "writer" | "runner" | "kiosk";
    holder: string;
    imprest: number;
    holds: number;
    signed_in: boolean;
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
    ordered: boolean;
    passes: boolean;
    rule: string;
    rake: string;
  }

  interface Due {
    text: string;
    rule: string;
  }

  interface Ended {
    ended: number;
  }

  interface Engagement {
    person: number;
    license: string;
  }

  interface EquipmentAct {
    act: string;
    item: string;
    name: string;
    back?: string | null;
    count?: number | null;
    dealt?: string | null;
    shuffler?: boolean | null;
    seal?: string | null;
    seat?: number | null;
    note?: string | null;
    allowed_by?: string | null;
  }

  interface EquipmentLine {
    at: number;
    who: string | null;
    act: string;
    piece: string;
    told: string;
    rule: string;
  }

  interface EquipmentView {
    items: string[];
    acts: string[];
    cards: number;
    pieces: PieceView[];
    due: Due[];
    duties: Due[];
    log: EquipmentLine[];
  }

  interface EvenExchange {
    amount: number;
    source?: "lammers" | "podium";
  }

  interface Event {
    seq: number;
    at: number;
    kind: string;
    seat: number | null;
    text: string;
    folds: boolean;
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

  /** What is wrong with a game file, and where. */
  interface FileFault {
    message: string;
    file: string;
    line: number | null;
    key: string;
  }

  /** One figure of a certificate and what the second path says of it. */
  interface Finding {
    figure: string;
    verdict: string;
    said: string;
    certified?: number | null;
    found?: number | null;
    error?: number | null;
  }

  interface FlagId {
    id: number;
  }

  /** A search that the house keeps. */
  interface FlagLine {
    id: number;
    name: string;
    search: Record<string, any>;
    who: string;
    at: number;
    found: number;
    latest: number | null;
  }

  /** A round that a search found. */
  interface FoundRound {
    id: number;
    table: number;
    table_name: string;
    game: GameHead;
    number: number;
    status: string;
    started: number;
    ended: number;
    staked: number;
    net: number;
    paid: number;
    award: number;
    late: number;
    irregularity: string;
    happened: string;
    wagers: FoundWager[];
    notes: number;
    case: number | null;
  }

  interface FoundWager {
    seat: number;
    person: string | null;
    wager: string;
    stake: number;
    net: number;
  }

  interface Frame {
    seq: number;
    at: number;
    kind: string;
    seat: number | null;
    text: string;
    folds: boolean;
    piles: Pile[];
    staked: Record<string, number>;
    stakes: Record<string, Record<string, number>>;
  }

  interface GameDraft {
    text: string;
  }

  /** A draft of a game file: what is wrong with it, or what it yields. */
  interface GameDraftView {
    faults: FileFault[];
    game: GameHead | null;
    live?: boolean;
    spots?: Spot[];
    apparatus?: Record<string, any>;
    round?: Record<string, any> | null;
    piles?: Record<string, any>[];
    settlement?: Record<string, any> | null;
    reason?: string;
  }

  /** A game's name and where it comes from. */
  interface GameHead {
    id: string;
    name: string;
    family: string;
    rule: string;
    summary: string;
    labels: Record<string, string>;
    traits: GameTraits;
  }

  /** A game in the catalogue. */
  interface GameLine {
    id: string;
    name: string;
    family: string;
    rule: string;
    summary: string;
    labels: Record<string, string>;
    traits: GameTraits;
    jurisdiction: string;
    formerly?: string;
    live: boolean;
    wagers: string[];
  }

  /** What a page must know of a game without knowing which one it is. */
  interface GameTraits {
    pot: boolean;
    tickets: boolean;
    shoe: boolean;
  }

  /** A game as the house offers it. */
  interface GameView {
    id: string;
    name: string;
    family: string;
    rule: string;
    summary: string;
    labels: Record<string, string>;
    traits: GameTraits;
    jurisdiction: string;
    edition: string;
    live: boolean;
    deck: string;
    seats: number | null;
    spots: Spot[];
    later: string[];
    stakes: string[];
    tips: boolean;
    drills: string[];
    options: Record<string, Option>;
    pay_tables: Record<string, PayTables>;
    banked: boolean;
    own: OwnState | null;
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

  interface GroupedTicket {
    groups: number;
    combined: boolean;
    kings: boolean;
  }

  /** The best action as far as it is known; `soon`: asked again, the hint will be better. */
  interface HintView {
    action: string;
    source: string;
    exact: boolean;
    actions: ValuedAction[];
    soon: boolean;
  }

  interface Inspection {
    result: string;
    exceptions?: string;
  }

  interface Irregularity {
    kind: string;
    seat?: number | null;
    count?: number | null;
    of?: string | null;
    cards?: string[] | null;
    knew?: number[] | null;
    touched_muck?: boolean | null;
    retrieved?: boolean | null;
    induced?: boolean | null;
    tabled?: boolean | null;
    face_up?: boolean | null;
    mixed?: boolean | null;
    claimed?: boolean | null;
  }

  interface IrregularityKind {
    kind: string;
    name: string;
    of: string;
    effect: string;
    at_least: number;
    rule: string;
    asks: string[];
    says?: string;
  }

  interface IrregularityView {
    name: string;
    effect?: string;
    rule?: string;
  }

  interface IssueDrawer {
    holder: string;
    kind: string;
    amount: number;
  }

  /** One just issued; `status` is `waiting` where a second person gives his word first. */
  interface IssuedVoucher {
    code: string;
    kind: string;
    amount: number;
    expires: string;
    status: string;
    at: number;
    table: number | null;
    house: string;
    city: string;
    use: string;
    waiting: number | null;
  }

  /** The jackpot that pots of a table are raked for. */
  interface JackpotSign {
    id: number;
    name: string;
    posted: number;
    raked: boolean;
  }

  interface JackpotView {
    id: number;
    name: string;
    status: string;
    leave: string | null;
    posted: number;
    posted_at: number | null;
    raked: boolean;
    stopped: number | null;
    fund: number | null;
    seeding: number | null;
    tables: number[];
    terms: Record<string, any>;
    due: string[];
  }

  interface KenoBoard {
    game: number;
    status: "drawn" | "void";
    at: number;
    closed: number | null;
    numbers: number[];
    commitment: string;
    secret: string | null;
    winners: number;
    paid: number;
  }

  /** A ticket that is not yet written: what it yields, and why the desk would not take it. */
  interface KenoDraft {
    wagers: Record<string, number>;
    ticket: Record<string, any>;
    price: number;
    problem: string;
  }

  interface KenoGame {
    number: number;
    status: "open" | "locked";
    opened: number;
    closes: number | null;
    closed: number | null;
    commitment: string;
    tickets: number;
  }

  /** A kind of ticket as a patron knows it. */
  interface KenoKind {
    name: string;
    groups: number;
    split: boolean;
    games: boolean;
  }

  interface KenoRate {
    spots: number;
    pays: Record<string, number>;
    edge: number;
  }

  interface KenoRequest {
    kind: string;
    stake: number;
    games?: number;
    spots?: number[];
    groups?: number[][];
    ways?: string[];
  }

  interface KenoTicket {
    wagers: Record<string, number>;
    ticket?: Record<string, any>;
    medium?: string;
    patron?: string;
    quick_pick?: number;
  }

  interface KenoWay {
    kind: string;
    spots: number;
    ways: number;
    rate: number;
    conditioning: string;
  }

  /** A ruling with the hands as they lay at the end. */
  interface LaidRuling {
    settlement?: RuledRound | null;
    readings?: ReadingView[];
    words?: Record<string, string>;
    edition?: string;
    irregularity?: IrregularityView | null;
    figures?: Record<string, any> | null;
    piles: Pile[];
  }

  /** A round as far as it is told at the desk. */
  interface Layout {
    game: string;
    house?: Record<string, any>;
    meters?: Record<string, number>;
    seats?: Record<string, any>[];
    betting?: Record<string, any>;
    state?: Record<string, any>;
    outcome?: Record<string, any>;
    date?: string;
    dealer_set?: Record<string, any>;
    void_spins?: any[];
    extra?: Record<string, any>;
    sources?: Record<string, any>;
    places?: Record<string, any>;
    actions?: any[][];
    irregularity?: Record<string, any>;
    case?: number | null;
    round_id?: number | null;
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
    target: string;
    label: string;
    works: boolean;
  }

  interface Leave {
    leave: string;
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
    passes: boolean;
    lays: boolean;
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
    spot?: string;
  }

  interface LinkTerms {
    operator: string;
    licensees: string[];
    prime?: number;
    years?: number;
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
    spot?: string;
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
    status: string;
    at_once: number;
    eased: boolean;
    fed: number;
    fed_elsewhere: number;
    link: Record<string, any> | null;
    games: string[];
  }

  interface NewAccount {
    id: number;
    name: string;
    role: string;
    waiting?: number | null;
  }

  interface NewCase {
    round: Record<string, any>;
    paid?: ((number | null)[])[];
    title?: string;
    note?: string;
    round_id?: number | null;
  }

  interface NewFlag {
    name: string;
    search: Record<string, any>;
  }

  interface NewGame {
    text: string;
    version?: number;
  }

  interface NewJackpot {
    name: string;
    terms: Record<string, any>;
  }

  interface NewMeter {
    name: string;
    seed: number;
    increment?: number;
    reserve?: number;
    hidden?: number;
    most?: number | null;
    at_once?: number;
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

  interface NewPetition {
    kind: string;
    meter?: number | null;
    jackpot?: number | null;
    to?: number | null;
    less?: number | null;
    licensee?: string | null;
    payments?: Payee[] | null;
    house?: Record<string, any> | null;
    beaten?: string | null;
    both_own?: boolean | null;
    least_players?: number | null;
  }

  interface NewSchedule {
    game?: string;
    choice?: string;
    value?: string;
    status: "proposed" | "approved" | "under review" | "ceased";
    authority: string;
    effective: string;
    note?: string;
  }

  interface NewShift {
    name: string;
  }

  interface NewTournament {
    rules: string;
  }

  interface NewVoucher {
    kind: "match play coupon" | "ticket" | "purchase ticket" | "mobile ATM receipt";
    amount: number;
    expires?: string;
    house?: string;
    city?: string;
  }

  interface Note {
    text: string;
  }

  /** What is posted, and printed for players who ask. */
  interface Notice {
    title: string;
    status: string;
    statements: houseway__web__api__jackpots__Statement[];
  }

  /** A notice posted at a table. */
  interface NoticeView {
    title: string;
    text: string;
    rule: string;
  }

  interface Numbered {
    id: number;
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

  interface Offer {
    jackpot: number | null;
  }

  interface OldGame {
    id: string;
  }

  interface OnDuty {
    counted?: number | null;
    own_bank?: boolean;
  }

  interface OpenDesk {
    game?: string;
    name?: string;
    casino?: string;
    house?: Record<string, any>;
    interval?: number;
    least?: number;
    most?: number | null;
    bankroll?: number;
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
    imprest?: boolean;
    piece?: boolean;
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

  /** A game of one's own in the catalogue: a file that is watched, or one that was uploaded. */
  interface OwnGame {
    id: string;
    name: string;
    family: string;
    rule: string;
    summary: string;
    labels: Record<string, string>;
    traits: GameTraits;
    jurisdiction: string;
    formerly?: string;
    live: boolean;
    wagers: string[];
    kind: "file" | "stored";
    version?: number;
    by?: string;
    at?: number;
    fault?: FileFault | null;
  }

  /** A game that may change while it is looked at. */
  interface OwnState {
    version: string;
    fault: FileFault | null;
  }

  /** The text of a game file; `version` 0: of the rulebook, or a file of the server's disk. */
  interface OwnText {
    id: string;
    text: string;
    version: number;
  }

  interface OwnVersion {
    version: number;
    at: number;
    by: string;
    size: number;
  }

  /** What another owner had on a seat's hand: the dealer by a tip, a coupon, a bettor behind the seat. */
  interface OwnerLines {
    owner: string;
    lines: Line[];
    net: number;
  }

  /** What others may have on a seat's hand at this table. */
  interface OwnersView {
    tips: string[];
    tips_join: string[];
    behind: string[];
    stays_out: string[];
    coupons: boolean;
    coupon_spots: string[];
    piece: boolean;
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
    usual: string;
    ids: string[];
    together: string[];
  }

  interface Payee {
    person: number;
    amount: number;
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

  interface PetitionKind {
    kind: string;
    subject: string;
    text: string;
    rule: string;
  }

  interface PetitionView {
    id: number;
    at: number;
    kind: string;
    meter: number | null;
    jackpot: number | null;
    of: string;
    asks: string;
    status: string;
    leave: string | null;
    rule: string;
  }

  interface Petitions {
    kinds: PetitionKind[];
    petitions: PetitionView[];
  }

  interface Piece {
    seat: number;
    amount: number;
  }

  interface PieceView {
    item: string;
    name: string;
    back: string;
    opened: number;
    faulty: string;
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

  /** A table that has dealt. */
  interface PlayedTable {
    id: number;
    name: string;
    open: boolean;
  }

  interface PotShare {
    amount: number;
    seats: number[];
  }

  interface Prize {
    place: number | null;
    person: string;
    amount: number;
    kind: string;
    note: string;
  }

  /** What went wrong; nothing was changed. */
  interface Problem {
    error: string;
    field: string;
  }

  interface Promotion {
    name: string;
    conditions?: string;
  }

  interface PromotionPay {
    patron: string;
    reason: string;
    amount?: number | null;
    thing?: string;
  }

  interface PromotionView {
    at: number;
    name: string;
    conditions: string;
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

  interface PropositionLine {
    id: number;
    name: string;
    license: string;
    since: number;
  }

  interface Question {
    seat: number;
    wager: string;
    stake: number;
    share: boolean;
    turn: number;
  }

  interface ReadingView {
    id: string;
    rule: string;
    printed: string;
    taken: string;
    why: string;
    option?: string | null;
    value?: any;
  }

  interface Reason {
    reason: string;
  }

  interface Recompute {
    certificate: string;
    seconds?: number;
    wait?: number;
  }

  interface Recomputed {
    state: "ready";
    game: string;
    holds: boolean;
    faults: string[];
    rounds: number;
    findings: Finding[];
  }

  interface ReplayTicket {
    serial: string;
    medium?: string;
    patron?: string;
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

  interface RoundNote {
    at: number;
    who: string;
    text: string;
  }

  /** A finished round, event by event. */
  interface RoundReplay {
    id: number;
    table: number;
    table_name: string;
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
    may_see: number[];
    turn: number | null;
    piles: Pile[];
    legal: LegalAction[];
    spots: Spot[];
    pot: number | null;
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

  /** A file of rounds. */
  interface RoundsText {
    name?: string;
    text: string;
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
    now: Record<string, string>;
    has_text: boolean;
    entries: RuleEntry[];
  }

  /** A round of a file. */
  interface RuledEntry {
    line: number;
    round: Record<string, any>;
    ruling: RulingView | null;
    error: string;
    field: string;
  }

  interface RuledLine {
    wager: string;
    stake: number;
    net: number;
    reason: string;
    rule: string;
    spot?: string;
    label: string;
    table: TableUsed | null;
    readings: string[];
  }

  interface RuledRound {
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
    seats: RuledSeat[];
    rulings?: TableRuling[] | null;
  }

  interface RuledSeat {
    lines: RuledLine[];
    net: number;
  }

  interface Ruling {
    round: Record<string, any>;
  }

  /** A ruling; of a file that asks for a fee or an account, its figures only. */
  interface RulingView {
    settlement?: RuledRound | null;
    readings?: ReadingView[];
    words?: Record<string, string>;
    edition?: string;
    irregularity?: IrregularityView | null;
    figures?: Record<string, any> | null;
  }

  /** What an authority decided on a game or a choice of the house. */
  interface ScheduleLine {
    id: number;
    game: string;
    choice: string;
    value: string;
    status: string;
    authority: string;
    effective: string;
    note: string;
    at: number;
    in_force: boolean;
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
    staked: number;
    proposition: boolean;
    piece: number;
    tips: Record<string, number>;
    tips_join: string[];
    coupons: Record<string, CouponView>;
    behind: BettorView[];
  }

  interface Section {
    title: string;
    statements: houseway__web__models__games__Statement[];
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
    owners?: OwnerLines[];
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

  interface Shares {
    shares: Record<string, number>;
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

  interface ShiftLine {
    id: number;
    name: string;
    opened: number;
    closed: number | null;
    who: string;
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
    house_edge: number | null;
    hit_frequency: number | null;
    std_dev: number | null;
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
    note: string;
    group: string;
    target: string;
    target_label: string;
  }

  interface Standing {
    place: number | null;
    person: string;
    you: boolean;
    chips: number;
    rebuys: number;
    disqualified: boolean;
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

  interface StayOut {
    seat: number;
    stays_out: string[];
  }

  interface SweepValues {
    pay_table: boolean;
    values: any[];
    wagers?: string[];
  }

  interface SystemView {
    software: string;
    rules: string;
  }

  interface TableDue {
    text: string;
    rule: string;
    table: number;
    name: string;
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
    purpose: string;
  }

  interface TableRuling {
    seat: number;
    conduct: string;
    ruling: string;
    rule: string;
  }

  interface TableSeatSettled {
    lines: Line[];
    net: number;
    owners?: OwnerLines[];
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

  interface TableTournament {
    id: number;
    name: string;
    status: string;
    level: number;
    stakes: string;
    level_ends: number | null;
    left: number;
  }

  interface TableUsed {
    name: string;
    schedule: string;
    of: number;
    text: string;
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
    rules: string;
    bet_seconds: number;
    act_seconds: number;
    least_buy_in: number;
    seats: SeatView[];
    spots: Spot[];
    meters: Record<string, number>;
    jackpot: JackpotSign | null;
    blind: BlindView | null;
    due: number;
    bank: BankView | null;
    owners: OwnersView;
    imprest: boolean;
    shuffle: ShuffleView;
    round: RoundView | null;
    tournament: TableTournament | null;
    you: You;
  }

  interface TicketAmount {
    serial: string;
    amount: number;
  }

  interface TicketIn {
    seat: number;
    code: string;
  }

  interface TicketReason {
    serial: string;
    reason: string;
  }

  interface TicketSerial {
    serial: string;
  }

  /** A ticket with all that is printed on it. */
  interface TicketView {
    desk: number;
    serial: string;
    number: number;
    casino: string;
    at: number;
    station: number;
    writer: string;
    spots: number[];
    groups: Record<string, number[]>;
    games: number;
    first: number;
    last: number;
    ways: KenoWay[];
    price: number;
    medium: string;
    quick_pick: boolean;
    replays: string;
    status: string;
    may: string[];
    won: number;
    paid: number;
    yearly: YearlyAward[];
    payable: number;
    slip: number | null;
    expires: string;
    notices: string[];
  }

  interface TimedFee {
    minutes: number;
    each_active_player: number;
    table?: number;
  }

  interface Told {
    round: Record<string, any>;
    paid?: ((number | null)[])[];
  }

  interface TournamentEntry {
    who?: string;
    medium?: string;
    item?: string;
  }

  interface TournamentLine {
    id: number;
    name: string;
    series: string;
    casino: string;
    game: string;
    game_name: string;
    status: "announced" | "running" | "paused" | "over" | "cancelled";
    first_day: string;
    last_day: string;
    entry_fee: number;
    buy_in: number;
    entries: number;
    left: number;
    pool: number;
  }

  interface TournamentPlayer {
    seat: number;
    person: string;
    chips: number;
  }

  interface TournamentShare {
    person: string;
    amount: number;
    agreed: boolean;
  }

  interface TournamentTable {
    index: number;
    table: number;
    players: TournamentPlayer[];
  }

  interface TournamentView {
    id: number;
    name: string;
    series: string;
    casino: string;
    game: string;
    game_name: string;
    status: "announced" | "running" | "paused" | "over" | "cancelled";
    first_day: string;
    last_day: string;
    entry_fee: number;
    buy_in: number;
    entries: number;
    left: number;
    pool: number;
    version: number;
    sheet: string[];
    announced: number;
    leave: string | null;
    commitment: string;
    secret: string | null;
    tickets: boolean;
    games: number;
    played: number;
    now: number;
    level: number;
    stakes: string;
    next_stakes: string;
    level_ends: number | null;
    time_left: number | null;
    tables: TournamentTable[];
    standings: Standing[];
    prizes: Prize[];
    shares: TournamentShare[];
    you: TournamentYou;
    names_shown: boolean;
    split: boolean;
    rule: string;
    waiting?: number | null;
  }

  interface TournamentYou {
    entered: boolean;
    table: number | null;
    seat: number | null;
    chips: number;
    may_enter: boolean;
    may_rebuy: boolean;
    vouchers: number;
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
    codes: boolean;
  }

  interface ValuedAction {
    action: string;
    value: number;
  }

  interface Verdict {
    ok: boolean;
    wrong: string[];
  }

  /** A coupon, ticket or receipt. */
  interface Voucher {
    code: string;
    kind: string;
    amount: number;
    expires: string;
    status: string;
    at: number;
    table: number | null;
    house: string;
    city: string;
    use: string;
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

  /** What a person won on the wagers of a kind, compared with what is to be expected. */
  interface WinRate {
    person: string | null;
    game: GameHead;
    wager: string;
    wagers: number;
    stake: number;
    net: number;
    expected: number;
    deviation: number;
    distance: number;
    chance: number;
    at_most: number;
    source: string;
  }

  /** What a ticket won from a link that pays by the year. */
  interface YearlyAward {
    amount: number;
    years: number;
    payments: number;
    status: string;
  }

  interface Years {
    years: number;
  }

  interface You {
    seats: number[];
    wallet: number | null;
  }

  interface houseway__web__api__jackpots__Statement {
    head: string;
    text: string;
    rule: string;
  }

  interface houseway__web__models__games__Statement {
    text: string;
    rule: string;
  }

  /** What GET answers to a path. */
  type Got<P extends string> =
    P extends `/floor/jackpots/${string}/notice` ? Notice :
    P extends `/floor/meters/${string}/notice` ? Notice :
    P extends `/floor/tables/${string}/equipment` ? EquipmentView :
    P extends `/keno/desks/${string}/board` ? KenoBoard[] :
    P extends `/surveillance/rounds/${string}/notes` ? RoundNote[] :
    P extends `/floor/books/heads` ? Record<string, ChainHead> :
    P extends `/floor/equipment/due` ? TableDue[] :
    P extends `/desk/rounds/${string}` ? DisputedRound :
    P extends `/floor/accounts/${string}` ? StatementLine[] :
    P extends `/floor/reports/${string}` ? (Record<string, string | number | null>)[] :
    P extends `/keno/desks/${string}` ? DeskView :
    P extends `/rounds/${string}/file` ? RoundFile :
    P extends `/tables/${string}/draws` ? Draw[] :
    P extends `/tables/${string}/hint` ? HintView :
    P extends `/tables/${string}/notices` ? NoticeView[] :
    P extends `/tables/${string}/warning` ? Caution :
    P extends `/account/sessions` ? SessionLine[] :
    P extends `/floor/accounts` ? AccountLine[] :
    P extends `/floor/approvals` ? ApprovalLine[] :
    P extends `/floor/audit` ? AuditLine[] :
    P extends `/floor/awards` ? AwardView[] :
    P extends `/floor/books` ? Books :
    P extends `/floor/chips` ? ChipView[] :
    P extends `/floor/jackpots` ? JackpotView[] :
    P extends `/floor/ledger` ? LedgerLine[] :
    P extends `/floor/meters` ? MeterView[] :
    P extends `/floor/people` ? PersonLine[] :
    P extends `/floor/petitions` ? Petitions :
    P extends `/floor/proposition` ? PropositionLine[] :
    P extends `/floor/schedules` ? ScheduleLine[] :
    P extends `/floor/shifts` ? ShiftLine[] :
    P extends `/floor/vouchers` ? Voucher[] :
    P extends `/keno/desks` ? DeskLine[] :
    P extends `/keno/tickets` ? TicketView :
    P extends `/own-games/versions` ? OwnVersion[] :
    P extends `/rules/section` ? RuleSection :
    P extends `/surveillance/export` ? RoundFile :
    P extends `/surveillance/flags` ? FlagLine[] :
    P extends `/surveillance/rounds` ? FoundRound[] :
    P extends `/surveillance/tables` ? PlayedTable[] :
    P extends `/surveillance/win-rates` ? WinRate[] :
    P extends `/cases/${string}` ? CaseView :
    P extends `/rounds/${string}` ? RoundReplay :
    P extends `/tables/${string}` ? TableView :
    P extends `/tournaments/${string}` ? TournamentView :
    P extends `/apparatus` ? Apparatus :
    P extends `/cases` ? CaseLine[] :
    P extends `/certificate` ? CertificateView | Unpriced | Computing :
    P extends `/design` ? Design | Unpriced | Computing :
    P extends `/exposure` ? Exposure | Unpriced | Computing :
    P extends `/game` ? GameView :
    P extends `/game-state` ? OwnState | null :
    P extends `/game-text` ? OwnText :
    P extends `/games` ? GameLine[] :
    P extends `/odds` ? Odds | Unpriced | Computing :
    P extends `/own-games` ? OwnGame[] :
    P extends `/rounds` ? RoundLine[] :
    P extends `/rules` ? RuleMap :
    P extends `/schema` ? Record<string, any> :
    P extends `/session` ? SessionView :
    P extends `/sheet` ? Sheet :
    P extends `/sweep` ? SweepValues :
    P extends `/tables` ? TableLine[] :
    P extends `/tournaments` ? TournamentLine[] :
    never;

  /** What POST answers to a path. */
  type Posted<P extends string> =
    P extends `/keno/desks/${string}/drawers/${string}/${string}` ? DeskAnswer :
    P extends `/floor/tables/${string}/awards/back-out` ? ControlledView :
    P extends `/floor/tables/${string}/awards/pay` ? ControlledView :
    P extends `/floor/tables/${string}/close/now` ? TableView :
    P extends `/floor/tables/${string}/coupons/accept` ? ControlledView :
    P extends `/floor/tables/${string}/duty/now` ? TableView :
    P extends `/floor/tables/${string}/equipment/log` ? EquipmentView :
    P extends `/floor/tables/${string}/fees/accept` ? ControlledView :
    P extends `/floor/tables/${string}/jackpot/award` ? ControlledView :
    P extends `/floor/tables/${string}/jackpot/offer` ? TableView :
    P extends `/floor/tables/${string}/round/irregularity` ? ControlledView :
    P extends `/floor/tables/${string}/round/void` ? ControlledView :
    P extends `/floor/tables/${string}/shuffle/now` ? TableView :
    P extends `/keno/desks/${string}/game/draw` ? DeskAnswer :
    P extends `/keno/desks/${string}/game/lock` ? DeskAnswer :
    P extends `/keno/desks/${string}/game/malfunction` ? DeskAnswer :
    P extends `/keno/desks/${string}/game/notice` ? DeskAnswer :
    P extends `/keno/desks/${string}/game/override` ? DeskAnswer :
    P extends `/keno/desks/${string}/game/sign-in` ? DeskAnswer :
    P extends `/keno/desks/${string}/promotions/pay` ? DeskAnswer :
    P extends `/keno/desks/${string}/tickets/by-hand` ? DeskAnswer :
    P extends `/keno/desks/${string}/tickets/draft` ? KenoDraft :
    P extends `/keno/desks/${string}/tickets/quit` ? DeskAnswer :
    P extends `/keno/desks/${string}/tickets/redeem` ? DeskAnswer :
    P extends `/keno/desks/${string}/tickets/replay` ? DeskAnswer :
    P extends `/keno/desks/${string}/tickets/suspicious` ? DeskAnswer :
    P extends `/keno/desks/${string}/tickets/void` ? DeskAnswer :
    P extends `/floor/people/${string}/cage/${string}` ? Waiting :
    P extends `/floor/tables/${string}/count/${string}` ? TableView :
    P extends `/keno/desks/${string}/counts/${string}` ? DeskAnswer :
    P extends `/account/sessions/${string}/end` ? Ended :
    P extends `/floor/awards/${string}/years` ? Done :
    P extends `/floor/jackpots/${string}/approve` ? Done :
    P extends `/floor/jackpots/${string}/post` ? Done :
    P extends `/floor/meters/${string}/contributions` ? Done :
    P extends `/floor/meters/${string}/deposit` ? Done :
    P extends `/floor/meters/${string}/end` ? Done :
    P extends `/floor/meters/${string}/link` ? Done :
    P extends `/floor/petitions/${string}/grant` ? Done :
    P extends `/floor/petitions/${string}/refuse` ? Done :
    P extends `/floor/proposition/${string}/end` ? Numbered :
    P extends `/floor/tables/${string}/bank` ? TableView :
    P extends `/floor/tables/${string}/even-exchange` ? TableView :
    P extends `/keno/desks/${string}/close` ? DeskAnswer :
    P extends `/keno/desks/${string}/drawers` ? DeskAnswer :
    P extends `/keno/desks/${string}/duty` ? DeskAnswer :
    P extends `/keno/desks/${string}/inspections` ? DeskAnswer :
    P extends `/keno/desks/${string}/parameters` ? DeskAnswer :
    P extends `/keno/desks/${string}/promotions` ? DeskAnswer :
    P extends `/keno/desks/${string}/resume` ? DeskAnswer :
    P extends `/keno/desks/${string}/suspend` ? DeskAnswer :
    P extends `/keno/desks/${string}/tickets` ? DeskAnswer :
    P extends `/surveillance/flags/${string}/end` ? FlagId :
    P extends `/surveillance/rounds/${string}/notes` ? RoundNote[] :
    P extends `/floor/approvals/${string}/${string}` ? ApprovalWord :
    P extends `/floor/people/${string}/${string}` ? Password | Ended | Disabled :
    P extends `/floor/tables/${string}/${string}` ? TableView :
    P extends `/account/codes/confirm` ? Codes :
    P extends `/account/codes/off` ? Codes :
    P extends `/floor/shifts/close` ? Numbered :
    P extends `/cases/${string}/notes` ? CaseView :
    P extends `/cases/${string}/payments` ? CasePaid :
    P extends `/cases/${string}/ruling` ? CaseView :
    P extends `/cases/${string}/told` ? CaseView :
    P extends `/tables/${string}/act` ? TableView :
    P extends `/tables/${string}/behind` ? TableView :
    P extends `/tables/${string}/bets` ? TableView :
    P extends `/tables/${string}/bots` ? TableView :
    P extends `/tables/${string}/buy-in` ? TableView :
    P extends `/tables/${string}/deal` ? TableView :
    P extends `/tables/${string}/draft` ? DraftView :
    P extends `/tables/${string}/exchange` ? TableView :
    P extends `/tables/${string}/leave` ? TableView :
    P extends `/tables/${string}/piece` ? TableView :
    P extends `/tables/${string}/refuse-bank` ? TableView :
    P extends `/tables/${string}/show` ? TableView :
    P extends `/tables/${string}/sit` ? TableView :
    P extends `/tables/${string}/stay-out` ? TableView :
    P extends `/tables/${string}/take-back` ? TableView :
    P extends `/tournaments/${string}/agree` ? TournamentView :
    P extends `/tournaments/${string}/approve` ? TournamentView :
    P extends `/tournaments/${string}/begin` ? TournamentView :
    P extends `/tournaments/${string}/bots` ? TournamentView :
    P extends `/tournaments/${string}/cancel` ? TournamentView :
    P extends `/tournaments/${string}/conclude` ? TournamentView :
    P extends `/tournaments/${string}/disqualify` ? TournamentView :
    P extends `/tournaments/${string}/division` ? TournamentView :
    P extends `/tournaments/${string}/entries` ? TournamentView :
    P extends `/tournaments/${string}/names` ? TournamentView :
    P extends `/tournaments/${string}/pause` ? TournamentView :
    P extends `/tournaments/${string}/rebuy` ? TournamentView :
    P extends `/tournaments/${string}/resume` ? TournamentView :
    P extends `/tournaments/${string}/withdraw` ? TournamentView :
    P extends `/account/codes` ? CodeSecret :
    P extends `/account/password` ? Changed :
    P extends `/desk/file` ? RuledEntry[] :
    P extends `/desk/layout` ? DeskLayout :
    P extends `/desk/rule` ? LaidRuling :
    P extends `/desk/told` ? DeskLayout :
    P extends `/draft/design` ? Design | Unpriced | Computing :
    P extends `/draft/odds` ? Odds | Unpriced | Computing :
    P extends `/draft/rows` ? DraftText :
    P extends `/floor/jackpots` ? MeterId :
    P extends `/floor/meters` ? MeterId :
    P extends `/floor/petitions` ? MeterId :
    P extends `/floor/proposition` ? Numbered :
    P extends `/floor/schedules` ? Numbered :
    P extends `/floor/shifts` ? Numbered :
    P extends `/floor/vouchers` ? IssuedVoucher :
    P extends `/keno/desks` ? DeskView :
    P extends `/own-games/remove` ? Changed :
    P extends `/surveillance/flags` ? FlagId :
    P extends `/trainer/answer` ? Marks :
    P extends `/trainer/deal` ? DrillView :
    P extends `/cases` ? CaseId :
    P extends `/certify` ? Recomputed | Unpriced | Computing :
    P extends `/draft` ? GameDraftView :
    P extends `/login` ? SessionView :
    P extends `/logout` ? SessionView :
    P extends `/own-games` ? OwnGame :
    P extends `/people` ? SessionView | NewAccount :
    P extends `/purse` ? Wallet :
    P extends `/settle` ? Settlement | Record<string, number | number[]> :
    P extends `/tables` ? TableView :
    P extends `/tournaments` ? TournamentView :
    P extends `/verify` ? Verdict :
    never;
}
