"""Tournaments of bots: what is counted, that seeds decide everything, and what the bots are worth."""

import json
import math

import pytest

import engine
from sim import __main__ as sim
from sim.measure import tournament
from sim.measure.tournament import CAP, Plan, chunk, play, play_all, report, wilson

PICKED = {"claims": "picked"}
MEASURED = {"games_per_s", "games_per_core_s"}


def plan(bots="ordinary", game="gifts", players=4, seed=1, **options):
    names = bots.split(",")
    full = engine.new_game(game, players, 0, options={**PICKED, **options}).options
    return Plan(game, players, full, seed, names * (players // len(names)))


def result(*arguments, capsys):
    assert sim.main(["tournament", "--json", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


def test_json_has_every_figure(capsys):
    got = result("--games", "30", "--seed", "3", "--bots", "ordinary,goldfish", capsys=capsys)
    assert set(got) == {
        *("game", "players", "options", "seed", "bots", "games", "games_per_s", "games_per_core_s", "unfinished"),
        *("actions_per_game", "actions_median", "actions_p95", "minutes_per_game", "turns_per_round"),
        *("claim_true", "true_accepted", "false_refused", "doubts_right", "seats", "starter", "personalities"),
    }
    assert got["games"] == 30
    assert got["bots"] == ["ordinary", "goldfish"] * 2
    assert (got["options"]["claims"], got["options"]["arrows"]) == ("picked", "both")
    for name in ("claim_true", "true_accepted", "false_refused", "doubts_right"):
        assert 0 < got[name] <= 1
    assert sum(one["wins"] for one in got["seats"]) == pytest.approx(1, abs=0.001)
    assert sum(one["wins"] for one in got["personalities"].values()) == pytest.approx(1, abs=0.001)
    for one in [*got["seats"], got["starter"], *got["personalities"].values()]:
        assert one["interval"][0] <= one["wins"] <= one["interval"][1]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_with_one_job_and_with_two(capsys):
    one, two, other = [
        result("--games", "60", "--jobs", jobs, "--seed", seed, capsys=capsys)
        for jobs, seed in (("1", "5"), ("2", "5"), ("2", "6"))
    ]
    for got in (one, two, other):
        for name in MEASURED:
            assert got.pop(name) > 0
    assert one == two != other


@pytest.mark.slow
@pytest.mark.parametrize("game", engine.GAMES)
@pytest.mark.parametrize("players", [2, 5, 8])
def test_every_game_is_played_by_any_number(game, players, capsys):
    got = result("--games", "6", "--game", game, "--players", str(players), capsys=capsys)
    assert (got["game"], got["players"], len(got["seats"])) == (game, players, players)
    assert (got["claim_true"] is None) == ("claims" not in got["options"])


def test_options_reach_the_game(capsys):
    got = result(
        *"--games 4 --arrows black --start-gifts 2 --rounds each --penalties 2 --claims spoken".split(), capsys=capsys
    )
    assert got["options"] == {
        "arrows": "black",
        "start_gifts": 2,
        "rounds": 4,
        "penalties": 2,
        "shop": "open",
        "claims": "spoken",
    }
    assert got["claim_true"] > 0, "what a bot says aloud is counted too"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--bots ordinary,cat", "sim: there is no bot called 'cat'. The bots are: ordinary, goldfish,"),
        ("--bots ordinary,liar,liar", "sim: 3 bots cannot be shared out to 4 seats evenly."),
        ("--arrows red", "python3 dev.py sim tournament: --arrows must be one of both, black, white."),
        ("--game zsa --arrows black", "sim: There is no option 'arrows'."),
        ("--plot no/such/folder/a.png", "sim: there is no folder for the file no/such/folder/a.png."),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(arguments, sentence, capsys):
    with pytest.raises(SystemExit) as ended:
        sim.main(["tournament", "--games", "1", *arguments.split()])
    assert ended.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith(sentence)


def test_the_table_is_for_people(capsys):
    assert sim.main("tournament --games 20 --jobs 1 --bots liar,ordinary".split()) == 0
    out = capsys.readouterr().out
    assert out.startswith("20 matches of gifts for 4 (arrows both, ")
    for row in ("claim true", "doubts right", "seat 3", "starter", "liar"):
        assert f"\n{row} " in out


def test_the_plot_is_saved_or_its_package_named(tmp_path, capsys):
    picture = tmp_path / "wins.png"
    status = sim.main(["tournament", "--games", "10", "--jobs", "1", "--plot", str(picture)])
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        assert (status, "requirements/plot.txt" in capsys.readouterr().err) == (1, True)
    else:
        assert status == 0
        assert picture.read_bytes()[:4] == b"\x89PNG"


def test_each_bot_begins_and_sits_everywhere_equally_often():
    seen = plan("elephant,goldfish,liar,sceptic")
    places = [(seen.starter(match), seen.bot_of(match, 0)) for match in range(16)]
    assert len(set(places)) == 16


def test_a_match_that_goes_on_for_too_long_is_given_up_at_the_cap():
    game, seen = play(plan("perfect"), 0)
    assert not game.over
    assert seen["actions"] == CAP
    total, lengths, _ = chunk(plan("perfect"), 0, 2)
    assert (total["unfinished"], lengths) == (2, [CAP, CAP])
    got = report(plan("perfect"), total, lengths, 1, 1)
    assert got["starter"]["wins"] is None


def test_claims_are_counted_by_the_truth():
    _, seen = play(plan("perfect"), 0)
    assert seen["claims"] == seen["claims true"] > 100
    assert seen["claims"] - seen["true accepted"] == seen["refused"] > seen["false refused"] == 0
    _, seen = play(plan("liar"), 0)
    assert seen["refused"] >= seen["false refused"] > 0
    assert seen["claims"] > seen["claims true"] > 0


def test_the_interval_is_wilsons():
    """Newcombe 1998, table I, method 3: 81 of 263 and 15 of 148."""
    assert wilson(81, 263) == pytest.approx([0.2553, 0.3662], abs=0.0001)
    assert wilson(15, 148) == pytest.approx([0.0624, 0.1605], abs=0.0001)
    assert wilson(0, 20) == pytest.approx([0, 0.1611], abs=0.0001)
    assert wilson(0, 0) == [0, 1]
    assert math.isclose(wilson(20, 20)[1], 1)


@pytest.mark.slow
def test_ordinary_bots_finish():
    total, lengths, _ = play_all(plan(), 200, 1)
    assert total["unfinished"] <= 1
    assert 80 < sum(lengths) / len(lengths) < 250


def test_elephants_beat_goldfish():
    total, _, _ = play_all(plan("elephant,elephant,goldfish,goldfish"), 200, 1)
    assert total["bot", "elephant"] >= 0.8 * 200 * tournament.WIN


@pytest.mark.slow
def test_memory_alone_does_not_win_every_match():
    total, _, _ = play_all(plan("perfect,ordinary,ordinary,ordinary"), 120, 1)
    assert 0.3 * 120 < total["bot", "perfect"] / tournament.WIN < 0.95 * 120
