"""The base of our errors: why a request cannot be met, in one sentence."""

from __future__ import annotations


class HistparseError(ValueError):
    """The request cannot be met; the message is one sentence: what, where, and usually what to do."""

    def __init__(self, sentence: str, **arguments: str) -> None:
        """Name arguments that do not go together as `{stat}` in the sentence, and in `arguments` a word for the value.

        A program hears of `stat=`, the user of a command of `--stat NAME`.
        """
        self.to_users = said = sentence
        for name, value in arguments.items():
            said = said.replace(f"{{{name}}}", f"{name}=", 1)
            self.to_users = self.to_users.replace(f"{{{name}}}", f"--{name.replace('_', '-')} {value}".rstrip(), 1)
        super().__init__(said)
