"""`histparse help notation`: hands and ranges as `equity`, `draw`, `river`, `street` and `chart` read them."""


def run() -> None:
    """Notation: hands and ranges as players write them, for `equity`, `draw`, `river`, `street` and `chart`.

    Cards, as `2c3d4h7s`, or ranks, as `2347`, are what is kept in the first draw: five stand pat. Ranks stand for all
    suits but one alone.

    - `2347/K` throws a king, which then cannot come back.
    - `pat 8-` is every pat eight or better, `pat T8` every pat ten with an eight below it.
    - `one-card 8 draws` is all four cards with an eight on top; `two-card 7-` all three with a seven or better.
    - `any` is any five cards, `D1` anybody who draws one card.
    - `best 2c3d4h7sKc` lets the policy choose what to keep.
    - `pat 9-, one-card 8- draws @ 0.5` joins two, the second held half as often.
    - `T8 pat`, `86s`, `2-3-4-7`, `wheel` and `#4` are understood too.

    **Examples**

    - `histparse equity "pat 9-, one-card 8- draws @ 0.5" 2347`
    - `histparse draw J8653 --against 2347`
    - `histparse river "pat T8-" 2347 --pot 6`
    """
