"""What the benchmark of the searching player tells, on a few decisions."""

from bolicho.bench.search import run


def test_it_measures_both_games_plain_and_compiled_and_leaves_the_kernels_warm() -> None:
    from bolicho.learn.search.ismcts import engine

    report = run(seed=1, share=0.01, iterations=20)
    assert [(speed.game, speed.runner) for speed in report.speeds] == [
        ("truco", "compiled"),
        ("truco", "plain"),
        ("rikken", "compiled"),
        ("rikken", "plain"),
    ]
    assert all(0 < speed.p50 <= speed.p99 for speed in report.speeds)
    assert engine.runner_now().name == "compiled"
    assert report.to_dict()["what"] == "search"
