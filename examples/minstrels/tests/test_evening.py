"""The evening: to sing, to learn, or to busk."""

from __future__ import annotations

import pytest

from elfen.game import tell
from elfen_minstrels import (
    DECK,
    EVENING,
    HEARD,
    KNOWN,
    LEARNING,
    PENNIES,
    SONGS,
    SUNG,
    TILL,
    KeepSong,
)
from situations import asked, evening, game_from, minstrels, written

KIHROMAH = {"kihromah": 1, "virst": 1}


@pytest.mark.parametrize("songs", [1, 2, 3])
def test_everyone_is_dealt_as_many_songs_as_the_option_says(songs: int) -> None:
    game = minstrels(songs).new_game(players=6, seed=1)
    sizes = [game.position.size(KNOWN.of(seat)) for seat in range(6)]
    assert sizes == [songs] * 6
    assert game.position.size(DECK) == len(SONGS) - 6 * songs


def test_a_song_is_sung_in_its_town_once_its_towns_are_visited() -> None:
    game = game_from(evening("kihromah", "yttar", "lapphalya").zone(KNOWN.of(0), KIHROMAH))
    assert "sing kihromah" in written(game)
    after = game.play("sing kihromah").position
    assert after.counts(SUNG.of(0)) == {"kihromah": 1}
    assert after.counts(KNOWN.of(0)) == {"virst": 1}
    assert after.size(PENNIES.of(0)) == 1


@pytest.mark.parametrize(
    ("town", "visited", "song", "why"),
    [
        ("kihromah", ["yttar"], "kihromah", "first you have to visit Lapphálya"),
        ("kihromah", [], "kihromah", "first you have to visit Yttar and Lapphálya"),
        ("yttar", ["kihromah", "lapphalya"], "kihromah", "is sung in Kihromah"),
        ("beata", ["virst", "ergeren"], "beata", "you do not know a song of 'beata'"),
    ],
)
def test_a_song_that_cannot_be_sung_is_refused_with_a_reason(
    town: str, visited: list[str], song: str, why: str
) -> None:
    game = game_from(evening(town, *visited).zone(KNOWN.of(0), KIHROMAH))
    assert f"sing {song}" not in written(game)
    assert why in str(game.check(f"sing {song}"))


def test_who_busks_takes_a_penny_while_there_are_any() -> None:
    game = game_from(evening("kihromah"))
    assert game.play("busk").position.size(PENNIES.of(0)) == 1
    poor = game_from(evening("kihromah").zone(PENNIES.of(1), {"penny": 18}))
    assert poor.position.size(TILL) == 0
    assert poor.play("busk").position.size(PENNIES.of(0)) == 0


def test_who_learns_hears_two_songs_and_keeps_one_in_secret() -> None:
    game = game_from(evening("kihromah").zone(KNOWN.of(0), {"virst": 1})).play("learn")
    assert asked(game) == (LEARNING, 0)
    heard = game.position.counts(HEARD.of(0))
    assert sum(heard.values()) == 2
    kept, back = heard
    after = game.play(KeepSong(kept))
    assert after.position.counts(KNOWN.of(0)) == {kept: 1, "virst": 1}
    assert back in after.position.counts(DECK)
    assert after.position.size(HEARD.of(0)) == 0
    told = " ".join(tell(after, seat=1))
    assert "Seat 0 drew 2 songs. Seat 0 moved a song from the heard to the known" in told
    assert after.view(1).to_json() == game.play(KeepSong(back)).view(1).to_json()


def test_nobody_learns_more_than_three_songs_or_on_the_last_evening() -> None:
    full = game_from(evening("yttar").zone(KNOWN.of(0), {"virst": 1, "beata": 1, "yttar": 1}))
    assert "learn" not in written(full)
    assert "more than 3 songs" in str(full.check("learn"))
    last = game_from(evening("yttar", round=4).zone(KNOWN.of(0), {}))
    assert "last evening" in str(last.check("learn"))


@pytest.mark.parametrize("left", [0, 1])
def test_nobody_learns_from_an_empty_deck(left: int) -> None:
    songs = iter(SONGS)
    situation = evening("yttar", players=6, round=2)
    for seat, known in enumerate((2, 2, 2, 2, 3, 3 - left)):
        situation = situation.zone(SUNG.of(seat), {next(songs): 1})
        situation = situation.zone(KNOWN.of(seat), {next(songs): 1 for _ in range(known)})
    refused = str(game_from(situation).check("learn"))
    assert ("no song is left" in refused) is (left == 0)


def test_all_are_asked_in_turn_order() -> None:
    game = game_from(evening("yttar", players=3))
    seats = []
    for _ in range(3):
        name, seat = asked(game)
        assert name == EVENING
        seats.append(seat)
        game = game.play("busk")
    assert seats == [0, 1, 2]


def test_a_song_is_told_in_words() -> None:
    game = game_from(evening("kihromah", "yttar", "lapphalya").zone(KNOWN.of(0), KIHROMAH))
    assert "sang in Kihromah" in " ".join(tell(game.play("sing kihromah")))
