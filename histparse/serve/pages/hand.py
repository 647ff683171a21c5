"""Step 10, serve: one hand, with the replayer, and the forms in which it is passed on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import StringIO

from markupsafe import Markup, escape
from msgspec.structs import replace
from rich.console import Console

from histparse.api.hand_formats import BBCODE, MARKDOWN
from histparse.model.errors import escape_unprintable
from histparse.report.decision_prices import mistake_in_words, price_sentences_by_step
from histparse.serve.address import QUIZ, VIEW, YES, Address, RefusedError
from histparse.serve.chance_graph import build_hero_chance_graph, priced_showdown_chances_unless_quiz
from histparse.serve.lessons import LEARN, find_lesson, record_answer_and_link
from histparse.serve.listing import LISTED, Listing
from histparse.serve.masking import hides_names
from histparse.serve.mistake_list import Mistake, Question, build_mistake_list, find_question
from histparse.serve.review import (
    EXPLAINED,
    Review,
    build_review,
    describe_live_opponents_draws,
    price_hand_if_wanted_or_cached,
)
from histparse.serve.source import PageRequest, PageValues, Source
from histparse.store.database.tags import (
    STAR,
    TagFile,
    Tagged,
    clean_tagging_or_refuse,
    parse_site_and_number,
    require_hand_exists,
)
from histparse.view import ViewError, glance, one_line
from histparse.view.film import Film, cut_film_as_hero_saw, film_in_big_bets_if_known
from histparse.view.forum import format_forum_post
from histparse.view.html.page import step_number_at_line
from histparse.view.html.page import template_values as film_template_values
from histparse.view.masked import mask_film
from histparse.view.model import HandView

COLUMNS = 72
"""The width of the text: forums break longer lines."""


def copies_by_format(view: HandView) -> dict[str, Markup]:
    """The forms by what they are called; none says where the file lies. Blanks of no width stay: forums need them."""
    pathless = replace(view, path="")
    forms = {
        "text": _plain_text(pathless),
        "BBCode": format_forum_post(pathless, BBCODE),
        "Markdown": format_forum_post(pathless, MARKDOWN),
        "one line, without names": escape_unprintable(one_line.format_line(pathless)),
    }
    return {form: escape(text) for form, text in forms.items()}


def _plain_text(view: HandView) -> str:
    printed = StringIO()
    glance.print_hand(view, Console(file=printed, width=COLUMNS, color_system=None))
    return "\n".join(line.rstrip() for line in printed.getvalue().splitlines())


PATH, WORD, TAB, PLACE, TEMPLATE, IN_PIECES = "/hand", "Hands", "", 22, "one_hand.html", False
KEYS = ("id", "line", "leak", "at", LEARN, *QUIZ, *VIEW, *LISTED)
BIG_BETS = "bb"
"""The units of amounts, if they are not money."""


def apply_form(address: Address, form: Mapping[str, str], source: Source) -> str | None:
    """Keep the answer to a lesson, or the tags and the note of the form.

    The form says which of these it showed, so that what others wrote meanwhile stays.
    """
    if "answer" in form:
        return record_answer_and_link(address, form["answer"], source)
    file, hand = TagFile(source.path), parse_site_and_number(address.get("id") or "")
    with source.lend_shared_store() as store, store.database() as database:
        require_hand_exists(database, hand)
    displayed = Tagged(_parse_tags(form.get("seen-tags", "")), form.get("seen-note", ""))
    file.store_merged_change(
        hand, Tagged(_parse_tags(form.get("tags", "")), form.get("note", "")), clean_tagging_or_refuse(displayed)
    )
    return None


def template_values(request: PageRequest) -> PageValues:
    """The hand of that number; with a line, at the step that is there, or where a mistake is decided."""
    address, film = request.address, _replay_or_refuse(request)
    listed = build_mistake_list(request) if address.get("leak") else None
    asks = address.require_choice("ask", [YES, ""], "") == YES
    is_lesson = asks and address.get(LEARN) is not None
    mistake: Mistake | Question | None = None
    if listed is not None:
        if is_lesson:
            mistake = find_lesson(request, listed)
        else:
            mistake = find_question(address, listed) if asks else listed.find_mistake()
    is_masked = hides_names(address)
    priced = listed.leaks if listed and mistake else price_hand_if_wanted_or_cached(request, film)
    review = build_review(address, film, priced, mistake)
    if isinstance(mistake, Question) and review and review.answers:
        mistake = replace(mistake, answered=review.questions[0].is_right(review.answers[0]))
    chances = priced_showdown_chances_unless_quiz(request, film, review)
    prices = {}
    if review and not review.questions and not mistake:  # of a mistake the price stands above the table
        prices = price_sentences_by_step(film, [decision.row for decision in review.priced], chances)
    return {
        **_tag_values(request.store.path, film),
        "saved_at": address.changed_address(id=f"{film.view.site}:{film.view.hand_id}"),
        **_replay_values(
            film,
            review,
            address.positive_number_or_refuse("line"),
            mistake,
            prices_by_step=prices,
            shows_names=not is_masked,
        ),
        "is_masked": is_masked,
        "mistake": mistake,
        "mistake_in_words": mistake_in_words,
        "review": review,
        "explained": EXPLAINED,
        "graph": build_hero_chance_graph(film, review, chances),
        "copies": {}
        if review and review.question
        else copies_by_format(mask_film(film).view if is_masked else film.view),
        "opponents": describe_live_opponents_draws(film, review.questions[0].step - 1)
        if review and review.questions
        else [],
        "is_asked": is_lesson or isinstance(mistake, Question),
        "is_lesson": is_lesson,
        "switched": address.toggled_address,
        "place": Listing(request).find_position_if_unchanged(),
        "player": address.get("player"),
        **_player_link_values(address, film, is_masked=is_masked),
    }


def _replay_or_refuse(request: PageRequest) -> Film:
    """The hand that the address names, in big bets if it asks for these. Raises RefusedError."""
    number = request.address.get("id")
    if number is None:
        raise RefusedError("this address names no hand: it needs a number, as in /hand?id=pokerstars:123", 404)
    try:
        film = request.store.replay(number)
    except ViewError as error:
        raise RefusedError(error.to_users, 404) from error
    is_in_big_bets = request.address.require_choice("units", [BIG_BETS, ""], "") == BIG_BETS
    return film_in_big_bets_if_known(film) if is_in_big_bets else film


def _tag_values(database_path: str, film: Film) -> PageValues:
    """What the player has put on the hand, and all tags to choose from."""
    tagged = TagFile(database_path).read_all()
    hand_tags = tagged.get((film.view.site, film.view.hand_id), Tagged())
    return {
        "tags": [tag for tag in hand_tags.tags if tag != STAR],
        "note": hand_tags.note,
        "is_starred": STAR in hand_tags.tags,
        "all_tags": sorted({tag for marked in tagged.values() for tag in marked.tags} - {STAR}),
    }


def _player_link_values(address: Address, film: Film, *, is_masked: bool) -> PageValues:
    """The functions that give the report and the notes of a player, and the opponent who acted last; not if masked."""
    heroes = {seat.player for seat in film.view.seats if seat.hero}
    players = [frame.step.player for frame in reversed(film.frames) if frame.step]

    def player_link(path: str) -> Callable[[str, str], str] | None:
        return None if is_masked else lambda name, site: address.filtered_link(path, ("player", f"{site}:{name}"))

    return {
        "address_of_player": player_link("/report"),
        "notes_of_player": player_link("/notes"),
        "last_opponent": next((player for player in players if player not in heroes), None),
    }


def _replay_values(
    film: Film,
    review: Review | None,
    line: int | None,
    mistake: Mistake | Question | None,
    *,
    prices_by_step: Mapping[int, str],
    shows_names: bool,
) -> PageValues:
    """The hand at the step of the line, or before the mistake; where one is asked for, nothing behind it is told."""
    if review is None or not review.questions:
        begin, shown = step_number_at_line(film, line) - (mistake is not None) if line else 0, film
    else:
        begin = review.questions[max(len(review.answers) - 1, 0)].step - 1
        shown = film if review.question is None else cut_film_as_hero_saw(film, review.question.step - 1)
    return film_template_values(
        shown if shows_names else mask_film(shown),
        begin if begin > 0 else None,
        review.step_marks if review else {},
        prices_by_step,
    )


def _parse_tags(field: str) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, field.split(","))))
