"""The works of ``bolicho bench peers``, as data: who of ours, who of theirs, in which unit, and what differs."""

from functools import partial

from bolicho.bench import boards as bench_boards
from bolicho.bench import hands as bench
from bolicho.bench import peers_players as players
from bolicho.bench import placement
from bolicho.bench import qlearning as bench_qlearning
from bolicho.bench import rikken as bench_rikken
from bolicho.bench.hands import Player
from bolicho.bench.peers import Work
from bolicho.field.rl import steps

VELHA = "jogo-da-velha"
BENCH = {player.name: player for player in (*bench.PLAYERS["truco"], *bench_rikken.PLAYERS)}
LEARNERS = {player.name: player for player in bench_qlearning.PLAYERS}
SEARCHERS = {player.name: player for player in bench_boards.PLAYERS}


def openspiel(name: str, game: str, how: str, batch: int) -> Player:
    """Return random play of a game of OpenSpiel's: ``bots`` in C++, or a Python ``loop``."""
    ready = {"bots": bench.openspiel_bots, "loop": bench.openspiel_loop}[how]
    return Player(name, partial(ready, name=game), batch, "pyspiel", "openspiel")


def ours(name: str, game: str) -> Player:
    """Return steps in an environment of ours."""
    return Player(name, partial(steps.ours, game=game), 200, "pettingzoo", "rl")


def classic(name: str, environment: str, needs: str = "pettingzoo pygame") -> Player:
    """Return steps in an environment of PettingZoo's."""
    return Player(name, partial(steps.pettingzoo, name=environment), 200, needs)


TRUCO, TRUCO_KERNEL = BENCH[bench.RULES], BENCH[bench.KERNEL]
RIKKEN, RIKKEN_KERNEL = BENCH[bench_rikken.RULES], BENCH[bench_rikken.KERNEL]
VELHA_RULES = Player(f"{VELHA}, the rules", partial(players.rules, game=VELHA), 200)
VELHA_KERNEL = Player(f"{VELHA}, the kernel", partial(players.board_kernel, game=VELHA), 20_000, "numba", "fast")
LEDUC_BOTS, LEDUC_LOOP = BENCH[bench.OPENSPIEL], BENCH[bench.OPENSPIEL_LOOP]
KUHN = openspiel("OpenSpiel kuhn poker, all Python", "python_kuhn_poker", "loop", 100)
HEARTS = BENCH[bench_rikken.HEARTS_BOTS]
HEARTS_LOOP = openspiel("OpenSpiel hearts, Python loop", bench_rikken.HEARTS, "loop", 20)
TTT_BOTS = openspiel("OpenSpiel tic_tac_toe, C++ bots", "tic_tac_toe", "bots", 500)
TTT_LOOP = openspiel("OpenSpiel tic_tac_toe, Python loop", "tic_tac_toe", "loop", 200)
TTT_PYTHON = openspiel("OpenSpiel tic_tac_toe, all Python", "python_tic_tac_toe", "loop", 50)
HOLDEM = BENCH[bench.RLCARD]
LEDUC_RLCARD = Player("RLCard leduc hold'em", partial(bench.rlcard_holdem, name="leduc-holdem"), 25, "rlcard")

VELHA_STEPS, TRUCO_STEPS = ours(f"{VELHA}, AEC", VELHA), ours("truco, AEC", "truco")
TAPATAN_STEPS = ours("tapatan, AEC", "tapatan")
TICTACTOE_STEPS = classic("PettingZoo tictactoe_v3", "tictactoe_v3")
CONNECT_STEPS = classic("PettingZoo connect_four_v3", "connect_four_v3")
LEDUC_STEPS = classic("PettingZoo leduc_holdem_v4", "leduc_holdem_v4", "pettingzoo pygame rlcard")
TEXAS_STEPS = classic("PettingZoo texas_holdem_v4", "texas_holdem_v4", "pettingzoo pygame rlcard")
HOLDEM_STEPS = Player("RLCard limit-holdem, step", partial(steps.rlcard, name="limit-holdem"), 200, "rlcard")
LANES = 8 * steps.LANES
TRUCO_LANES = Player("truco, 1,024 tables", partial(steps.vector, game="truco"), LANES, "numba pettingzoo", "bench")
TRUCO_SEATS = Player(
    "truco, 1,024 seats against equilibrium", partial(steps.vector, game="truco", opponents="equilibrium"), LANES,
    "numba pettingzoo", "bench",
)  # fmt: skip
RIKKEN_LANES = Player("rikken, 1,024 tables", partial(steps.vector, game="rikken"), LANES, "numba pettingzoo", "bench")
VELHA_LANES = Player(f"{VELHA}, 1,024 tables", partial(steps.vector, game=VELHA), LANES, "numba pettingzoo", "bench")
TTT_PGX = Player("Pgx tic_tac_toe, 1,024 tables", partial(steps.pgx, name="tic_tac_toe"), LANES, "pgx", "")
LEDUC_PGX = Player("Pgx leduc_holdem, 1,024 tables", partial(steps.pgx, name="leduc_holdem"), LANES, "pgx", "")

INDEX = Player("the index", players.index, 200, "numba", "fast")
PLAIN_INDEX = Player("the plain index (numpy)", players.plain_index, 20)
CKDTREE = Player("SciPy's cKDTree", players.ckdtree, 50, "scipy", "bench")
SKLEARN = Player("scikit-learn brute, its threads", partial(players.sklearn, way=0), 10, "sklearn numba", "bench")
SKLEARN_ONE = Player("scikit-learn brute, one thread", partial(players.sklearn, way=1), 10, "sklearn numba", "bench")
SKLEARN_ALL = Player("scikit-learn brute, 200 at once", partial(players.sklearn, way=2), 200, "sklearn numba", "bench")
CBRKIT = Player("cbrkit attribute_value, apply", players.cbrkit, 1, "cbrkit numba", "bench")

LEDUC_SAID = "another game: six cards, about as many moves a hand as Truco at random"
KUHN_SAID = "another game: three cards, two moves a hand"
OTHER_CARDS = "another game, about as many moves a hand; RLCard also makes the features of every state"
HEARTS_SAID = "hearts beside Rikken: both four players, thirteen tricks, 52 moves; other rules"
OTHER_LANGUAGE = "its rules and its players are C++; ours are plain Python"
WALKED = "it makes every move anew, ours walks followers found beforehand"
DEPTHS = "its search is Python over rules in C++, 4 or 5 plies deep; ours is compiled whole, 9 or 11 plies deep"
LOOPED = "its learner is Python over rules in C++, ours is compiled whole"
DISTANCE = "its distance is Manhattan on twelve scaled numbers, not quite our similarity; the time is compared"
THREADS = f"{DISTANCE}; its threads are busy waiting for one another, so on a busy machine this row tells little"
AT_ONCE = f"{DISTANCE}; it shares its work out over all questions and all cores, we answer one by one"
OTHER_STEPS = "another game; both give an observation and a mask"
RLCARD_STEPS = "another game, and RLCard's own interface, without PettingZoo's checks"
PGX_STEPS = "another game; an observation has 34 numbers there and 1,352 here; it is compiled for the processor by JAX"
SEAT_STEPS = f"{RLCARD_STEPS}; ours also makes the opponent's moves"

WORKS = (
    Work("playouts", "random hands", "games", TRUCO_KERNEL, LEDUC_BOTS, False, LEDUC_SAID),
    Work("playouts", "random hands", "moves", TRUCO_KERNEL, HOLDEM, False, OTHER_CARDS),
    Work("playouts", "random hands", "moves", TRUCO, LEDUC_LOOP, False, LEDUC_SAID),
    Work("playouts", "random hands", "moves", TRUCO, KUHN, False, KUHN_SAID),
    Work("playouts", "random hands", "moves", TRUCO, HOLDEM, False, OTHER_CARDS),
    Work("playouts", "random hands", "moves", TRUCO, LEDUC_RLCARD, False, OTHER_CARDS),
    Work("playouts", "random deals", "games", RIKKEN_KERNEL, HEARTS, False, HEARTS_SAID),
    Work("playouts", "random deals", "moves", RIKKEN, HEARTS_LOOP, False, HEARTS_SAID),
    Work("playouts", "random games", "games", VELHA_KERNEL, TTT_BOTS, False, WALKED),
    Work("playouts", "random games", "games", VELHA_RULES, TTT_BOTS, False, OTHER_LANGUAGE),
    Work("playouts", "random games", "moves", VELHA_RULES, TTT_LOOP, True),
    Work("playouts", "random games", "moves", VELHA_RULES, TTT_PYTHON, True),
    Work("steps", "random steps", "steps", VELHA_STEPS, TICTACTOE_STEPS, True),
    Work("steps", "random steps", "steps", TAPATAN_STEPS, CONNECT_STEPS, False, OTHER_STEPS),
    Work("steps", "random steps", "steps", TRUCO_STEPS, TEXAS_STEPS, False, OTHER_STEPS),
    Work("steps", "random steps", "steps", TRUCO_STEPS, LEDUC_STEPS, False, OTHER_STEPS),
    Work("steps", "random steps", "steps", TRUCO_STEPS, HOLDEM_STEPS, False, RLCARD_STEPS),
    Work("steps", "random steps", "steps", VELHA_LANES, TICTACTOE_STEPS, True),
    Work("steps", "random steps", "steps", VELHA_LANES, TTT_PGX, True),
    Work("steps", "random steps", "steps", TRUCO_LANES, LEDUC_STEPS, False, OTHER_STEPS),
    Work("steps", "random steps", "steps", TRUCO_LANES, HOLDEM_STEPS, False, RLCARD_STEPS),
    Work("steps", "random steps", "steps", TRUCO_LANES, LEDUC_PGX, False, PGX_STEPS),
    Work("steps", "random steps", "steps", TRUCO_SEATS, HOLDEM_STEPS, False, SEAT_STEPS),
    Work("steps", "random steps", "steps", RIKKEN_LANES, HOLDEM_STEPS, False, RLCARD_STEPS),
    Work(
        "Q-learning", VELHA, "episodes",
        LEARNERS[bench_qlearning.KERNEL], LEARNERS[bench_qlearning.OPENSPIEL], False, LOOPED,
    ),
    Work(
        "Q-learning", VELHA, "episodes", LEARNERS[bench_qlearning.PLAIN], LEARNERS[bench_qlearning.OPENSPIEL], True
    ),
    Work(
        "alpha-beta", VELHA, "nodes", SEARCHERS[bench_boards.KERNEL], SEARCHERS[bench_boards.OPENSPIEL], False, WALKED
    ),
    Work(
        "alpha-beta", VELHA, "nodes", SEARCHERS[bench_boards.PLAIN], SEARCHERS[bench_boards.OPENSPIEL], False, WALKED
    ),
    *(Work("alpha-beta", name, "nodes", *pair, False, DEPTHS) for name, pair in placement.SEARCHES.items()),
    *(Work("playouts", f"random games of {name}", "games", *pair, True) for name, pair in placement.PLAYOUTS.items()),
    Work("neighbours", "ten of 27,515", "questions", INDEX, SKLEARN, False, THREADS),
    Work("neighbours", "ten of 27,515", "questions", INDEX, SKLEARN_ONE, False, DISTANCE),
    Work("neighbours", "ten of 27,515", "questions", INDEX, SKLEARN_ALL, False, AT_ONCE),
    Work("neighbours", "ten of 27,515", "questions", INDEX, CKDTREE, False, DISTANCE),
    Work("neighbours", "ten of 27,515", "questions", PLAIN_INDEX, SKLEARN_ONE, False, DISTANCE),
    Work("neighbours", "ten of 27,515", "questions", INDEX, CBRKIT, True),
    Work("neighbours", "ten of 27,515", "questions", PLAIN_INDEX, CBRKIT, True),
)  # fmt: skip
