"""Several humans at one screen: what one may see is wiped before the next one looks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.terminals import WIPE, Terminal, plain
from elfen import Game
from elfen.cli.playing.looks import Looks

LINE = "play --seats human,human --option rounds=3 --seed 6 --save game.json"
ASKED = re.compile(r"Seat (\d+), press Enter:")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Game]:
    """Everything that a whole game of two printed, and the game."""
    directory = tmp_path_factory.mktemp("hot-seat")
    with Terminal(LINE, directory=directory) as terminal:
        said = terminal.read()
        for _ in range(600):
            if not terminal.asks:
                break
            said = terminal.type("" if "press Enter" in said else "1")
        assert terminal.code() == 0
        return terminal.said, Game.load(directory / "game.json")


def sittings(said: str) -> list[tuple[int, str]]:
    """The seats that sat at the screen in turn, and what they could see there."""
    found = []
    for part in said.split(WIPE):
        shown = plain(part).strip()
        asked = ASKED.search(shown)
        if asked is not None:
            found.append((int(asked[1]), ""))
        elif found and shown.startswith("──") and "The end" not in shown:
            found[-1] = (found[-1][0], shown)
    return found


def hands(game: Game) -> list[list[tuple[int, str]]]:
    """For each sitting of a game, every seat's hand as its own screen tells it at some time."""
    looks = Looks(game.rules)
    out: list[list[tuple[int, str]]] = []
    last: int | None = None
    for at in game.history:
        if at.seat is None:
            break
        if at.seat != last:
            out.append([])
            last = at.seat
        for seat in range(game.players):
            holding = next(
                one for one in at.view(seat).holdings if (one.zone, one.seat) == ("land/hand", seat)
            )
            assert holding.pieces is not None
            if holding.size > 2:
                out[-1].append((seat, looks.pieces(holding.pieces).plain))
    return out


def leaks(shown: list[tuple[int, str]], game: Game) -> list[tuple[int, str]]:
    """The sittings at which another seat's hand can be read, with that hand."""
    found = []
    for (seat, text), known in zip(shown, hands(game), strict=True):
        spaced = " ".join(text.split())
        own = {hand for whose, hand in known if whose == seat}
        for whose, hand in known:
            if whose != seat and hand not in own and hand in spaced:
                found.append((seat, hand))
    return found


def test_each_sitting_begins_and_ends_with_a_wiped_screen(played: tuple[str, Game]) -> None:
    said, game = played
    parts = said.split(WIPE)
    shown = sittings(said)
    assert [seat for seat, _ in shown] == turns(game)
    between = [part for part in parts if ASKED.search(plain(part))]
    for part in between:
        text = " ".join(plain(part).split())
        assert re.fullmatch(
            r"It is the turn of seat (\d)\. Nobody else should look\. Seat \1, press Enter:", text
        ), text
    assert all(text.startswith("──") for _, text in shown)


def turns(game: Game) -> list[int]:
    """The seats that sat at the screen, by the game itself, once for decisions in a row."""
    seats = [at.seat for at in game.history if at.seat is not None]
    return [seat for n, seat in enumerate(seats) if not n or seats[n - 1] != seat]


def test_nobody_sees_anothers_hand(played: tuple[str, Game]) -> None:
    said, game = played
    shown = sittings(said)
    assert len(shown) > 20
    assert leaks(shown, game) == []


def test_everyone_sees_his_own_hand(played: tuple[str, Game]) -> None:
    said, game = played
    for (seat, text), known in zip(sittings(said), hands(game), strict=True):
        own = [hand for whose, hand in known if whose == seat]
        spaced = " ".join(text.split())
        assert not own or any(hand in spaced for hand in own)


def test_a_screen_that_is_not_wiped_would_be_noticed(played: tuple[str, Game]) -> None:
    said, game = played
    shown = sittings(said)
    kept = [
        (seat, before + text) for (seat, text), (_, before) in zip(shown[1:], shown, strict=False)
    ]
    assert leaks([shown[0], *kept], game)


def test_the_end_shows_no_hand(played: tuple[str, Game]) -> None:
    said, _ = played
    end = plain(said.rpartition(WIPE)[2])
    assert "The end the last round is over" in end
    assert "Yours" not in end


def test_leaving_wipes_what_was_private(tmp_path: Path) -> None:
    with Terminal(LINE, directory=tmp_path) as terminal:
        terminal.read()
        assert "Yours" in plain(terminal.type(""))
        assert terminal.interrupted() == 130
        assert plain(terminal.said.rpartition(WIPE)[2]).strip() == (
            "Saved to game.json. Go on with: elfen play --load game.json --seats human,human"
        )
    assert Game.load(tmp_path / "game.json").steps == 0


def test_the_next_one_cannot_call_back_what_the_last_one_typed(tmp_path: Path) -> None:
    with Terminal(LINE, directory=tmp_path) as terminal:
        terminal.read()
        terminal.type("")
        terminal.type("hand ")
        terminal.type("1")
        terminal.type("")
        said = terminal.keys("\x1b[A\x1b[A\x1b[A\r")
        assert "hand" not in plain(said).partition("\n")[0]


def test_leaving_at_the_hand_over_saves_too(tmp_path: Path) -> None:
    with Terminal(LINE, directory=tmp_path) as terminal:
        terminal.read()
        terminal.press("\x04")
        assert terminal.code() == 0
        assert "Saved to game.json." in terminal.said
