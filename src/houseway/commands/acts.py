"""The acts of the floor as commands, by group: which route does each, and an example of it."""

from houseway.commands import cage, equipment, floor, jackpots, keno, tournaments
from houseway.commands.acting import Act, Group
from houseway.web.api import cage as cages
from houseway.web.api import equipment as equipments
from houseway.web.api import floor as floors
from houseway.web.api import jackpots as pools
from houseway.web.api import keno as desks
from houseway.web.api import people
from houseway.web.api import tables as seats
from houseway.web.api import tournaments as contests

_KENO = [
    Act("open", desks.open_desk, "--casino 'Golden Lode' --bankroll 50000 --by ann"),
    Act("desk", desks.state, "4 --by ann"),
    Act("board", desks.past, "4"),
    Act("duty", desks.duty, "4 --by ann"),
    Act("ticket", desks.ticket_of, "004-0000012-1F9A03C7"),
    Act("issue", desks.issue, "4 --holder wanda --kind writer --amount 500 --by ann"),
    Act("fill", desks.slip, "4 1 --amount 200 --by wanda", {"slip": "fill"}),
    Act("credit", desks.slip, "4 1 --amount 200 --by wanda", {"slip": "credit"}),
    Act("count", desks.count, "4 1 --amount 512.50 --certified --by ann"),
    Act("draft", desks.draft, "4 --kind straight --stake 5 --spots 4 --spots 8"),
    Act("sell", desks.write, "4 --wagers straight=5 --ticket spots=[4,8,15] --by wanda"),
    Act("replay", desks.replay, "4 --serial 004-0000012-1F9A03C7 --by wanda"),
    Act("void", desks.void, "4 --serial 004-0000012-1F9A03C7 --reason 'wrong marks' --by wanda"),
    Act("quit", desks.quit_race, "4 --serial 004-0000012-1F9A03C7 --by wanda"),
    Act("pay", desks.redeem, "4 --serial 004-0000012-1F9A03C7 --by wanda"),
    Act("pay-by-hand", desks.by_hand, "4 --serial 004-0000012-1F9A03C7 --amount 20 --by wanda"),
    Act("suspicious", desks.suspicious, "4 --serial 004-0000012-1F9A03C7 --reason 'ink is wet' --by wanda"),
    Act("notice", desks.notice, "4 --seconds 60 --by wanda"),
    Act("sign-in", desks.sign_in, "4 --by rita"),
    Act("lock", desks.lock, "4 --by wanda"),
    Act("draw", desks.draw, "4 --by wanda"),
    Act("reopen", desks.override, "4 --reason 'locked by mistake' --by ann"),
    Act("malfunction", desks.malfunction, "4 --reason 'the blower stopped' --by ann"),
    Act("suspend", desks.suspend, "4 --reason 'power is out' --by ann"),
    Act("resume", desks.resume, "4 --reason 'power is back' --by ann"),
    Act("change", desks.parameters, "4 --least 2 --interval 300 --by ann"),
    Act("inspect", desks.inspection, "4 --result 'all 80 balls' --by wanda"),
    Act("promote", desks.promotion, "4 --name 'Double Day' --conditions 'Sundays, doubles catch-all' --by ann"),
    Act("pay-promotion", desks.promotion_pay, "4 --patron maria --reason 'Double Day' --amount 20 --by wanda"),
    Act("close", desks.close, "4 --by ann"),
]
_JACKPOTS = [
    Act("propose", pools.propose, "--name 'Bad Beat' --terms bad-beat.toml --by ann"),
    Act("approve", pools.approve, "1 --leave 'letter 2026-118' --by ann"),
    Act("offer", pools.offer, "3 --jackpot 1 --by ann"),
    Act("post", pools.post_amount, "1 --by ann"),
    Act("awards", pools.waiting, ""),
    Act("pay", pools.pay, "3 --award 7 --by ann"),
    Act("back-out", pools.back_out, "3 --award 7 --by ann"),
    Act("pay-by-hand", floors.award, "3 --seat 2 --amount 500 --reason 'quads beaten' --by ann"),
    Act("by-the-year", pools.by_the_year, "7 --years 20 --by ann"),
    Act("petitions", pools.petitions_now, ""),
    Act("petition", pools.petition, "--kind move --meter 2 --to 3 --by ann"),
    Act("grant", pools.grant, "2 --leave 'letter 2026-130' --by ann"),
    Act("refuse", pools.refuse, "2 --leave 'withdrawn' --by ann"),
    Act("open-meter", floors.new_meter, "--name 'Royal' --seed 10000 --increment 20 --by ann"),
    Act("end-meter", pools.end, "2 --by ann"),
    Act("link", pools.link, "2 --operator 'Front Range Link' --licensees Claim --licensees Lode --by ann"),
    Act("contribute", pools.contribute, "2 --licensee Lode --amount 120.50 --by ann"),
    Act("deposit", pools.deposit, "2 --amount 5000 --by ann"),
]
_TOURNAMENTS = [
    Act("announce", contests.announce, "--rules examples/tournament.toml --by ada", files=("rules",)),
    Act("show", contests.state, "1"),
    Act("enter", contests.enter, "1 --who bea --medium cash --by ada"),
    Act("withdraw", contests.withdraw, "1 --by bea"),
    Act("rebuy", contests.rebuy, "1 --by bea"),
    Act("bots", contests.bots, "1 --count 20 --by ada"),
    Act("begin", contests.begin, "1 --by ada"),
    Act("pause", contests.pause, "1 --by ada"),
    Act("resume", contests.resume, "1 --by ada"),
    Act("cancel", contests.cancel, "1 --reason 'too few entries' --by ada"),
    Act("disqualify", contests.disqualify, "1 --person bea --reason 'collusion' --by ada"),
    Act("divide", contests.propose, "1 --shares bea=300 --shares cleo=200 --by ada"),
    Act("agree", contests.agree, "1 --by bea"),
    Act("conclude", contests.conclude, "1 --by ada"),
    Act("names", contests.names, "1 --by ada"),
]
_CAGE = [
    Act(
        "voucher",
        cages.new_voucher,
        "--kind 'match play coupon' --amount 10 --expires 2026-12-31 --house Claim --city Creede --by ann",
    ),
    Act(
        "schedule",
        cages.new_schedule,
        "--game casino-war --status ceased --authority 'the Director' --effective 2026-12-01 --by ann",
    ),
    Act("shift", cages.new_shift, "--name swing --by ann"),
    Act("close-shift", cages.end_shift, "--by ann"),
    Act("people", people.people, "--search mar"),
    Act("deposit", people.cage, "maria --amount 200 --by ann", {"kind": "deposit"}),
    Act("withdraw", people.cage, "maria --amount 200 --by ann", {"kind": "withdrawal"}),
    Act("proposition", cages.proposition_list, ""),
    Act("engage", cages.engage, "--person maria --license K-1042 --by ann"),
    Act("release", cages.release, "maria --by ann"),
]
_EQUIPMENT = [
    Act("show", equipments.state, "3"),
    Act("log", equipments.log, "3 --act opened --item deck --name 7 --count 52 --by dora"),
]
_TABLES = [
    Act("open", seats.open_table, "--game texas-holdem --seats 9 --by dora"),
    Act("show", seats.state, "3"),
    Act("notices", seats.notices, "3"),
    Act("close", floors.close, "3 --by dora"),
    Act("duty", cages.on_duty, "3 --counted 1000 --by dora"),
    Act("fill", floors.chips, "3 --amount 500 --by dora", {"kind": "fill"}),
    Act("credit", floors.chips, "3 --amount 500 --by dora", {"kind": "credit"}),
    Act("drop-count", floors.chips, "3 --amount 320 --by dora", {"kind": "drop-count"}),
    Act("tip-count", floors.chips, "3 --amount 40 --by dora", {"kind": "tip-count"}),
    Act("count", floors.count, "3 opening --amount 10000 --by dora"),
    Act("coupon", floors.coupon, "3 --seat 2 --amount 10 --by dora"),
    Act("fee", floors.fee, "3 --seat 2 --amount 50 --by dora"),
    Act("shuffle", floors.shuffle, "3 --by dora"),
    Act("void", floors.void, "3 --reason 'a card fell off the table' --by ann"),
    Act("irregularity", floors.irregularity, "3 --kind exposed_card --seat 2 --cards 5h --by ann"),
    Act("bots", seats.bot, "3 --buy-in 200 --by dora"),
    Act("sit", seats.sit, "3 --seat 2 --buy-in 200 --by maria"),
    Act("buy-in", seats.buy_in, "3 --seat 2 --amount 100 --by maria"),
    Act("exchange", seats.exchange_ticket, "3 --seat 2 --code T-3F9A --by maria"),
    Act("piece", seats.money_on_the_piece, "3 --seat 2 --amount 50 --by maria"),
    Act("bet", seats.bet, "3 --seat 2 --wagers ante=10 --tips ante=1 --shuffle HASH --by maria"),
    Act("take-back", seats.take_back, "3 --seat 2 --by maria"),
    Act("behind", seats.bet_behind, "3 --seat 2 --wagers blackjack=25 --stays-out double --by nico"),
    Act("stay-out", seats.stay_out, "3 --seat 2 --stays-out split --by nico"),
    Act("deal", seats.deal, "3 --by dora"),
    Act("act", seats.act, "3 --seat 2 --action 'raise 20' --after 5 --by maria"),
    Act("show-hand", seats.show, "3 --seat 2 --by nico"),
    Act("bank", floors.bank, "3 --seat 2 --amount 1000 --by maria"),
    Act("refuse-bank", seats.refuse_bank, "3 --seat 2 --by maria"),
    Act("leave", seats.leave, "3 --seat 2 --by maria"),
]
_APPROVALS = [
    Act("approve", people.decide, "12 --by maria", {"word": "approve"}),
    Act("refuse", people.decide, "12 --by maria", {"word": "refuse"}),
]
GROUPS = {
    "keno": Group(_KENO, keno.tell),
    "jackpots": Group(_JACKPOTS, jackpots.tell),
    "tournaments": Group(_TOURNAMENTS, tournaments.tell),
    "cage": Group(_CAGE, cage.tell),
    "equipment": Group(_EQUIPMENT, equipment.tell),
    "tables": Group(_TABLES, floor.tell),
    "approvals": Group(_APPROVALS, floor.tell_word),
}
