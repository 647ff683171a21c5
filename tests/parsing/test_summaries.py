"""Tournament summaries: samples are read to the cent, and so are those that real sites wrote."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from histparse.flow import judge_file
from histparse.model.findings import Severity
from histparse.model.tournament import Finish, OwnFinish, Price, Sum, TournamentSummary
from histparse.parsing.parser import Parsed, parse_hand
from histparse.parsing.summaries.base import parse_prize, parse_sum
from histparse.reader import HandText
from histparse.reader.text import LONGEST
from tests.parsing.dialects.tables import describe, read_table
from tests.parsing.reading import codes
from tests.samples import FOLDER, summaries_of

REAL = Path(__file__).parents[3] / "shared" / "real_summaries"


def read_summaries(file: Path) -> list[TournamentSummary]:
    """The summaries of a file without findings but for a note on its bytes."""
    results = list(judge_file(file))
    assert all(finding.severity is Severity.NOTE for result in results for finding in result.findings)
    return [result.summary for result in results if result.summary]


def read_sample(name: str) -> TournamentSummary:
    """The one summary of that sample."""
    (summary,) = read_summaries(FOLDER / f"{name}.txt")
    return summary


def parse_summary(text: str, site: str = "pokerstars") -> Parsed:
    return parse_hand(HandText("a.txt", 1, text, site, other_text="tournament summary"))


def read(text: str, site: str = "pokerstars") -> TournamentSummary:
    """The summary in that text, all of whose lines are known."""
    parsed = parse_summary(text, site)
    assert parsed.findings == ()
    assert parsed.summary is not None
    return parsed.summary


TEN_GAME = "Full Tilt Poker Tournament Summary Deuce (7) 10-Game\n"
STARS = "PokerStars Tournament #7, Triple Draw 2-7 Lowball Limit\nBuy-In: $9.00/$1.00 USD\n3 players\n"


SUMS = read_table("""
$0.55 USD => Sum(amount=55, currency='USD')
USD 3,180.00 => Sum(amount=318000, currency='USD')
12.5€ => Sum(amount=1250, currency='EUR')
£75.00 GBP => Sum(amount=7500, currency='GBP')
₹2,724.59 => Sum(amount=272459, currency='INR')
¥20 CNY => Sum(amount=2000, currency='CNY')
100 FPP => Sum(amount=10000, currency='FPP')
25 FTP => Sum(amount=2500, currency='FTP')
T$40 => Sum(amount=4000, currency='T$')
250 Play Chips => Sum(amount=25000, currency='play')
2,700 => Sum(amount=270000, currency='play')
Sunday Million ticket => None
$13 MiniFTOPS Ticket => None
""")


@pytest.mark.parametrize(("text", "amount"), SUMS)
def test_an_amount_has_a_currency_and_points_are_one_of_their_own(text: str, amount: str) -> None:
    assert repr(parse_sum(text)) == amount


PRIZES = read_table("""
$45.00 (50%) => Prize(sum=Sum(amount=4500, currency='USD'), ticket=None, share='50')
200 (100%) => Prize(sum=Sum(amount=20000, currency='play'), ticket=None, share='100')
Tournament Ticket (WSOP Step 3) => Prize(sum=None, ticket='Tournament Ticket (WSOP Step 3)', share=None)
$100, Step 2 Ticket => Prize(sum=Sum(amount=10000, currency='USD'), ticket='Step 2 Ticket', share=None)
(qualified for the target tournament) => Prize(sum=None, ticket='qualified for the target tournament', share=None)
$20.00 (5%) (qualified for the target tournament) => Prize(sum=Sum(amount=2000, currency='USD'), ticket='qualified for the target tournament', share='5')
$5 + 100 FPP => Prize(sum=None, ticket=None, share=None)
$51.12 (Cashout) => Prize(sum=Sum(amount=5112, currency='USD'), ticket=None, share=None)
""")  # noqa: E501


@pytest.mark.parametrize(("text", "prize"), PRIZES)
def test_a_prize_is_money_or_a_ticket(text: str, prize: str) -> None:
    """Money and points are not added: of both together no sum is known."""
    assert repr(parse_prize(text)) == prize


def test_a_sit_and_go() -> None:
    first, second = read_summaries(FOLDER / "pokerstars" / "summary_sit_and_go.txt")
    assert (first.tournament_id, first.game, first.players) == ("503049883", "Triple Draw 2-7 Lowball Limit", 6)
    assert first.price == Price("USD", 1000, None, 100)
    assert (first.cost, first.prize_pool) == (Sum(1100, "USD"), Sum(6000, "USD"))
    assert (str(first.started_at), str(first.finished_at)) == ("2013-03-16 18:00:00+00:00", "2013-03-16 19:04:21+00:00")
    assert first.own == OwnFinish("Katja72", 1, Sum(3900, "USD"), line=15)
    assert [finish.prize for finish in first.finishes] == [Sum(amount, "USD") for amount in (3900, 2100, 0, 0, 0, 0)]
    assert (second.in_progress, second.finished_at, second.own.place) == (True, None, 4)
    assert second.own.prize == Sum(0, "USD")
    assert second.finishes[0] == Finish(23, "Bodo Pat", None, 1, "Germany")


def test_re_entries_bounties_and_odd_names() -> None:
    summary = read_sample("pokerstars/summary_re_entry_and_bounties")
    assert summary.price == Price("USD", 5000, 5000, 1000)
    assert summary.cost == Sum(22000, "USD")
    assert [f"{finish.player}; {finish.entry}; {finish.country}" for finish in summary.finishes[:4]] == [
        "wo_olly (v.2); 1; Horn (Holland)",
        "Odd, Tomas; 2; Sweden",
        "Katja72; 2; Germany",
        "#Lotta; 1; Melbourne, Victoria",
    ]
    assert describe(summary.own) == (
        "OwnFinish: player Katja72, place 3, prize Sum(amount=17000, currency='USD'), bounties 3, "
        "bounty Sum(amount=15000, currency='USD'), reentries 1, further Sum(amount=11000, currency='USD')"
    )


def test_a_field_of_many_is_read_to_its_end(tmp_path: Path) -> None:
    """A list of 12,000 players is longer than any hand may be."""
    listed = "".join(f"  {place}: player_number_{place} (Germany), \n" for place in range(1, 12_001))
    head = STARS.replace("3 players", "12000 players")
    (tmp_path / "large.txt").write_text(f"{head}{listed}\n\n{STARS.replace('#7', '#8')}", encoding="utf-8")
    large, small = read_summaries(tmp_path / "large.txt")
    assert len(listed) > LONGEST
    assert [finish.place for finish in large.finishes] == [*range(1, 12_001)]
    assert (large.number, small.number) == ("7", "8")


def test_a_satellite_pays_tickets_and_points() -> None:
    summary = read_sample("pokerstars/summary_satellite")
    assert summary.pays_tickets
    assert (summary.target, summary.price, summary.added) == ("512000999", Price("FPP", 10000), Sum(1100, "USD"))
    assert (summary.own.prize, summary.own.ticket) == (None, "qualified for the target tournament")
    assert summary.finishes[2].prize == Sum(20000, "FPP")
    assert str(summary.started_at) == "2008-02-10 19:15:00+00:00"


def test_a_mail_is_decoded() -> None:
    summary = read_sample("pokerstars/summary_mailed")
    assert summary.price == Price("EUR", 450, None, 50)
    assert summary.own == OwnFinish("Katja72", 2, Sum(1215, "EUR"), line=10)
    assert summary.started_at is not None


@pytest.mark.parametrize("letters", [b"=F8", b"=C3=B8"])
def test_escapes_are_utf_8_or_windows_1252(letters: bytes) -> None:
    quoted = f"  1: Bj{letters.decode()}rn (Norway), $27.00 (100%)=20\n"
    assert read(STARS + quoted).finishes[0].player == "Bjørn"


def test_a_name_with_an_equals_sign_is_no_mail() -> None:
    assert read(f"{STARS}  1: x=AB=y (Norway), $27.00 (100%)\n").finishes[0].player == "x=AB=y"


def test_an_award_in_a_mail_may_stand_alone_or_not_at_all() -> None:
    mail = f"{STARS}Dear Katja72,\n\nYou finished the tournament in 1st place.\n"
    award = "A $27.00 award has been credited to your Real Money account.\n"
    assert read(mail).own.prize == Sum(0, "USD")
    assert read(mail + award).own.prize == Sum(2700, "USD")


@pytest.mark.parametrize(
    ("line", "bought"),
    [
        ("You made 5 rebuys and 1 addons for a total of USD 3,180.00.", (None, 5, 1, 318000)),
        ("You made 1 re-entries for a total of $530.00.", (1, None, None, 53000)),
        ("You made 1 addon for a total of €5.", (None, None, 1, None)),
    ],
)
def test_what_one_bought_besides(line: str, bought: tuple[int | None, int | None, int | None, int | None]) -> None:
    summary = read(STARS + line)
    finish = summary.own
    usd = finish.further.amount if finish.further and finish.further.currency == "USD" else None
    assert (finish.reentries, finish.rebuys, finish.addons, usd) == bought
    # Euros are not added to dollars: what such a tournament cost is not known.
    assert summary.cost == (None if usd is None else Sum(1000 + usd, "USD"))


PRICES = read_table("""
$5.00/$0.50 USD => Price(currency='USD', buy_in=500, bounty=None, fee=50)
€0.42/€0.08 EUR => Price(currency='EUR', buy_in=42, bounty=None, fee=8)
100/9 => Price(currency='play', buy_in=10000, bounty=None, fee=900)
100 FPP => Price(currency='FPP', buy_in=10000, bounty=None, fee=None)
FREEROLL => Price(currency='USD', buy_in=0, bounty=None, fee=None)
""")


@pytest.mark.parametrize(("printed", "price"), PRICES)
def test_prices_of_pokerstars(printed: str, price: str) -> None:
    text = f"PokerStars Tournament #7, Razz Limit\nBuy-In: {printed}\n9 players\nTotal Prize Pool: $50.00 USD\n"
    assert repr(read(text).price) == price


def test_without_a_price_the_cost_is_not_known() -> None:
    summary = read("PokerStars Tournament #7, Razz Limit\n9 players\n")
    assert (summary.price, summary.cost, summary.own) == (None, None, OwnFinish())


def test_a_player_of_several_entries_has_the_prizes_and_the_costs_of_all() -> None:
    text = (
        "Full Tilt Poker Tournament Summary Deuce (7) 2-7 Triple Draw Limit (Multi-Entry, 6 Handed)\nBuy-In: $20 + $2\n"
        "4 Entries\nTotal Prize Pool: $80\n\n1: Katja72, $50\n2: Lotte, $10\n3: Katja72, $20\n4: Katja72\n\n"
        "Katja72 finished in 1st, 3rd and 4th place.\n"
    )
    summary = read(text, "fulltilt")
    assert [finish.entry for finish in summary.finishes] == [1, 1, 2, 3]
    assert (summary.own.place, summary.own.reentries, summary.own.prize) == (1, 2, Sum(7000, "USD"))
    assert summary.cost == Sum(6600, "USD")


def test_further_lines_of_pokerstars_are_known() -> None:
    plain = read(STARS)
    for line in (
        "You finished the tournament (eliminated at hand #12).",
        "There are no personal statistics because you did not play.",
    ):
        assert read(f"{STARS}{line}\n") == replace(plain, last_line=plain.last_line + 1)


def test_whoever_is_not_in_the_list_has_a_place_and_no_known_prize() -> None:
    text = f"{TEN_GAME}Buy-In: $1 + $0.10\n90 Entries\nAnn finished in 61st place"
    assert read(text, "fulltilt").own == OwnFinish("Ann", 61, None, line=4)


def test_full_tilts_bounty_is_a_part_of_the_buy_in() -> None:
    summary = read_sample("fulltilt/summary_rebuys_and_bounties")
    kinds = f"{summary.name}; {summary.speed}; {summary.kind}"
    assert kinds == "The Sunday Brawl (Rebuy); super turbo; Knockout, Rebuy/Add-On"
    assert (summary.price, summary.prize_pool) == (Price("USD", 20000, 4000, 1500), Sum(2800000, "USD"))
    assert (summary.rebuys, summary.addons, summary.players) == (49, 21, 70)
    assert describe(summary.own) == (
        "OwnFinish: player Katja72, place 3, prize Sum(amount=280000, currency='USD'), bounties 2, "
        "bounty Sum(amount=8000, currency='USD'), rebuys 2, addons 1"
    )
    assert summary.cost == Sum(25500 + 3 * 20000, "USD")
    places = [(finish.player, finish.place) for finish in summary.finishes]
    assert places == [("LimpLena", None), ("Max Raise", None), ("Katja72", 3), ("Old Smoothie", 4), ("Bodo Pat", 5)]


def test_full_tilt_wrote_a_count_in_place_of_the_name() -> None:
    text = f"{TEN_GAME}Buy-In: $24 + $1\nKnockout Bounty: $4\n9 Entries\n4 received %1 Knockout Bounty Awards"
    assert read(text, "fulltilt").own.bounty == Sum(1600, "USD")


def test_matches_of_full_tilt_are_told_apart() -> None:
    line = "Full Tilt Poker Tournament Summary $26 Matrix (7) Match 2 Hold'em No Limit (Matrix)\n6 Entries\n"
    assert read(f"{line}Ann finished in 3rd place", "fulltilt").number == "7 match 2 of Ann"


def test_full_tilt_in_france() -> None:
    text = "Full Tilt Poker.fr Tournament Summary Daily (7) Hold'em No Limit\nBuy-In: €1 + €0.15\n6 Entries\n"
    assert read(text, "fulltilt").price == Price("EUR", 100, None, 15)


def test_winamax() -> None:
    summary = read_sample("winamax/summary_rebuys_and_ticket")
    assert summary.price == Price("EUR", 450, 450, 100)
    assert (summary.rebuy, summary.addon) == (Price("EUR", 450, None, 50), Price("EUR", 450, None, 50))
    assert (summary.game, summary.kind, summary.speed) == ("mixed", "Late registration, tt, knockout", "normal")
    assert describe(summary.own) == (
        "OwnFinish: player Katja72, place 4, prize Sum(amount=4550, currency='EUR'), ticket Ticket 10€, "
        "bounty Sum(amount=900, currency='EUR'), rebuys 2, addons 1, seconds 7400"
    )
    assert summary.cost == Sum(2500, "EUR")


@pytest.mark.parametrize("price", ["Ticket", "Ticket uniquement"])
def test_what_a_ticket_cost_is_not_known(price: str) -> None:
    text = f"Winamax Poker - Tournament summary : Deuce(7)\nBuy-In : {price}\nRegistered players : 9\n"
    assert read(text, "winamax").price is None
    assert read(text.replace(price, "Freeroll"), "winamax").price == Price("?", 0)


def test_an_unknown_line_costs_a_warning_and_not_the_summary() -> None:
    parsed = parse_summary(f"{STARS}Lucky draw: 3 of 5\n9 lines\n")
    first = parsed.findings[0]
    assert (first.code, first.line, first.hand_id) == ("SYN03", 4, "tournament 7")
    assert parsed.summary is not None


def test_a_summary_that_does_not_say_how_many_play_is_cut_short() -> None:
    (result,) = judge_file(FOLDER / "malformed" / "SYN02_summary_cut_short.txt")
    assert (result.summary, codes(result.findings)) == (None, ["SYN02"])


@pytest.mark.parametrize("site", ["pokerstars", "fulltilt", "winamax"])
def test_every_line_may_be_missing(site: str) -> None:
    """No summary makes the program fail, whichever of its lines is lost or comes again."""
    for file in summaries_of(site):
        lines = file.read_text(encoding="utf-8").split("\n")
        for number in range(len(lines)):
            for changed in (lines[:number] + lines[number + 1 :], lines[: number + 1] + lines[number:]):
                parsed = parse_summary("\n".join(changed), site)
                assert parsed.summary is not None or parsed.findings, (file.name, number)


READ_BY_EYE = Path(__file__).with_name("real_summaries.txt")
"""What real sites wrote."""
A_PAGE = "17045686.Freeroll.Ticket.with.no.specified.value"
"""A page of Winamax's site, saved from a browser: not a text that its client wrote."""


def write_amount(amount: Sum | None) -> str | None:
    """`1,060 USD`."""
    if amount is None:
        return None
    units, hundredths = divmod(amount.amount, 100)
    return f"{units:,}{f'.{hundredths:02}' if hundredths else ''} {amount.currency}"


@pytest.mark.skipif(not REAL.is_dir(), reason="the real summaries are not here")
def test_real_summaries_are_read_as_they_are() -> None:
    expected = dict(line.split("; ", 1) for line in READ_BY_EYE.read_text(encoding="utf-8").splitlines()[1:])
    summaries = {file.stem: read_summaries(file) for file in sorted(REAL.glob("*/*")) if file.stem != A_PAGE}
    assert summaries.keys() >= expected.keys()
    assert {name: write_row(*summaries[name]) for name in expected} == expected


def write_row(summary: TournamentSummary) -> str:
    """A summary as that file has it."""
    finish = summary.own
    cells = (
        summary.number.partition(" of ")[0],
        write_amount(summary.cost),
        write_amount(summary.prize_pool),
        summary.players,
        len(summary.finishes),
        finish.place,
        write_amount(finish.prize),
        write_amount(finish.bounty),
    )
    return "; ".join("-" if cell is None else str(cell) for cell in cells)


@pytest.mark.skipif(not REAL.is_dir(), reason="the real summaries are not here")
def test_a_page_of_a_site_is_said_to_be_no_summary() -> None:
    (result,) = judge_file(REAL / "winamax" / f"{A_PAGE}.txt")
    assert codes(result.findings) == ["SYN04"]
