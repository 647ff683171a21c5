"""Step 8, report: a chart's SVG as part of a page - with the page's colours, ids of its own, and marks that answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from markupsafe import Markup, escape
from msgspec import Struct

from histparse.report.charts import style
from histparse.report.charts.style import CountedHands, decode_mark

SVG = "http://www.w3.org/2000/svg"
LINK = "http://www.w3.org/1999/xlink"
HEATS = {style.heat_colour(step / style.STEPS): 100 * step // style.STEPS for step in range(style.STEPS + 1)}
"""Colours between the background and the player's, by the percentage of the player's."""
LEFT_OUT = {f"{{{SVG}}}metadata", f"{{{SVG}}}style"}
JOINED = {"stroke-linejoin": "round", "stroke-linecap": "butt"}
"""What the style that is left out says of all elements."""
FONT_SHORTHAND = re.compile(r"(?P<style>italic |oblique )?(?P<weight>bold |\d+ )?(?P<size>[\d.]+px) (?P<family>.*)")
"""`bold 11px 'DejaVu Sans'`, which is no attribute of SVG."""
REFERENCE = re.compile(r"(^#|url\(#)")
"""References to an id: at the beginning of a link, or within a style."""


MARK = re.compile(r'(<a class="chart-mark") href="(\d+)"')
"""A mark, before it is known where its hands are: no text of a drawing has that bracket."""


class InlineChart(Struct, frozen=True):
    """A drawing as an element of a page, and the hands behind each of its marks."""

    svg: str
    hands: tuple[CountedHands | None, ...]

    def link_marks(self, address: Callable[[CountedHands], str]) -> Markup:
        """The element; marks lead to that address of their hands, and where it is empty only say what they are."""

        def link(match: re.Match[str]) -> str:
            hands = self.hands[int(match[2])]
            target = address(hands) if hands else ""
            return f'{match[1]} href="{escape(target)}"' if target else f'{match[1]} role="img"'

        return Markup(MARK.sub(link, self.svg))  # noqa: S704 - drawn by us, names escaped


def inline_chart(svg: bytes, id_prefix: str) -> InlineChart:
    """The drawing as an element of a page, with `name` prefixed to all ids. Text stays escaped.

    Styles become attributes, so that the policy of the page need not allow any.
    """
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", LINK)
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own drawing
    hands = tuple(_turn_mark_into_title(element, number) for number, element in enumerate(root.iter(f"{{{SVG}}}a")))
    for element in root.iter():
        _style_to_attributes(element)
        _prefix_ids(element, id_prefix)
        _use_page_colours(element)
    for parent in list(root.iter()):
        for child in [child for child in parent if child.tag in LEFT_OUT]:
            parent.remove(child)
    root.attrib |= JOINED
    for size in ("width", "height"):
        del root.attrib[size]
    root.attrib |= {"role": "group" if hands else "img", "aria-labelledby": f"{id_prefix}-caption"}
    if hands:
        root.set("class", "chart")
        for text in root.iter(f"{{{SVG}}}text"):  # what it says is said by the marks, in order
            text.set("aria-hidden", "true")
    return InlineChart(ElementTree.tostring(root, encoding="unicode"), hands)


def _turn_mark_into_title(link: Element, number: int) -> CountedHands | None:
    """Turn a link whose address is a mark into one that says it. Tab stops at the first mark of a chart."""
    mark = decode_mark(link.attrib[f"{{{LINK}}}href"])
    link.attrib.clear()
    link.attrib |= {"class": "chart-mark", "href": str(number), "tabindex": "-1" if number else "0"}
    title = SubElement(link, f"{{{SVG}}}title")
    title.text = mark.text
    link.text, link[:] = None, [title, *link[:-1]]
    return mark.hands


def _style_to_attributes(element: Element) -> None:
    for declaration in filter(None, map(str.strip, element.attrib.pop("style", "").split(";"))):
        name, value = map(str.strip, declaration.split(":", 1))
        element.attrib |= _split_font_shorthand(value) if name == "font" else {name: value}


def _split_font_shorthand(value: str) -> dict[str, str]:
    match = FONT_SHORTHAND.fullmatch(value)
    return {f"font-{name}": word.strip() for name, word in match.groupdict().items() if word} if match else {}


def _prefix_ids(element: Element, prefix: str) -> None:
    if "id" in element.attrib:
        element.set("id", f"{prefix}-{element.get('id')}")
    for key, value in element.attrib.items():
        if key == f"{{{LINK}}}href" or "url(#" in value:
            element.set(key, REFERENCE.sub(rf"\1{prefix}-", value))


def _use_page_colours(element: Element) -> None:
    for key in ("font-family", "fill", "stroke"):
        if key in element.attrib:
            coloured = style.COLOUR.sub(lambda colour: _page_colour(colour[0]), element.attrib[key])
            element.set(key, coloured.replace(f"'{style.FONT}'", "var(--font)"))


def _page_colour(colour: str) -> str:
    if colour in style.NAMED:
        return f"var(--{style.NAMED[colour]})"
    if colour in HEATS:
        return f"color-mix(in srgb, var(--own) {HEATS[colour]}%, var(--paper))"
    return colour
