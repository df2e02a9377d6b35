"""Clusters: k-means, its labels, the k that the rules find, and what is refused."""

import json
import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.learn.cases.truco.played_cases import empty_base, played_base

from bolicho.core.errors import BadInput, UnknownName
from bolicho.learn.cases.clustering.clusters import Clustering
from bolicho.learn.cases.clustering.kmeans import TooFew, cluster
from bolicho.learn.cases.clustering.silhouette import silhouettes
from bolicho.learn.cases.truco.grouping import OUTSIDE, cluster_base, labels_of, recluster
from bolicho.learn.cases.truco.scenarios import ALL

Numbers = NDArray[np.float64]


def some_hands(cases: int = 600, seed: int = 0) -> Numbers:
    """Codes as cases have them: three columns of few values that hang together."""
    rng = np.random.default_rng(seed)
    high = rng.choice([51, 41, 20, 12, 7], cases, p=[0.1, 0.1, 0.4, 0.2, 0.2])
    low = np.minimum(high, rng.choice([20, 12, 7, 3], cases))
    return np.column_stack([high, low, rng.choice([46, 16, 4, -15], cases)]).astype(float)


def blobs(groups: int, seed: int, each: int = 25) -> Numbers:
    """Groups anywhere in a box with sides of forty deviations, their centres at least ten apart."""
    rng = np.random.default_rng([groups, seed])
    centres: list[Numbers] = []
    while len(centres) < groups:
        centre = rng.uniform(-20, 20, 3)
        if all(np.linalg.norm(centre - other) > 10 for other in centres):
            centres.append(centre)
    return np.concatenate([centre + rng.normal(0, 1, (each, 3)) for centre in centres])


def standardised(rows: Numbers) -> Numbers:
    scaled: Numbers = (rows - rows.mean(axis=0)) / rows.std(axis=0)
    return scaled


@pytest.mark.parametrize("groups", range(2, 9))
def test_groups_that_stand_apart_are_found(groups: int) -> None:
    for seed in range(3):
        assert cluster(blobs(groups, seed), seed=seed).k == groups
        assert cluster(blobs(groups, seed), seed=seed, rule="silhouette").k == groups


def test_counted_rows_have_the_sum_of_squares_of_all_cases() -> None:
    from sklearn.cluster import KMeans

    rows = np.round(blobs(4, 0, each=100))
    assert len(np.unique(rows, axis=0)) < 0.7 * len(rows)
    found = cluster(rows, restarts=20)
    for k in range(1, 5):
        from_scratch = KMeans(k, n_init=20, tol=0, random_state=1).fit(standardised(rows))
        assert found.wcss[k - 1] == pytest.approx(from_scratch.inertia_, rel=1e-9), k


def test_k_means_on_all_cases_would_stay_where_that_on_counted_rows_ended() -> None:
    from sklearn.cluster import KMeans

    rows = some_hands()
    scaled = standardised(rows)
    for k in range(2, 11):
        found = cluster(rows, k=k)
        from_there = KMeans(k, init=np.array(found.centroids), n_init=1, tol=0).fit(scaled)
        assert found.wcss[k - 1] == pytest.approx(from_there.inertia_, rel=1e-9), k
        assert from_there.labels_.tolist() == found.labels(rows).tolist()


def test_a_label_is_that_of_the_nearest_centroid_and_clusters_are_their_means() -> None:
    rows = some_hands()
    found = cluster(rows, k=5)
    labels, scaled = found.labels(rows), standardised(rows)
    assert labels.dtype == np.int8
    distances = ((scaled[:, None] - np.array(found.centroids)) ** 2).sum(axis=2)
    assert np.allclose(distances[np.arange(len(rows)), labels], distances.min(axis=1))
    assert float(distances.min(axis=1).sum()) == pytest.approx(found.wcss[4])
    for label in range(5):
        assert np.allclose(rows[labels == label].mean(axis=0), found.centres[label])


def test_the_largest_cluster_comes_first() -> None:
    rows = some_hands()
    sizes = np.bincount(cluster(rows, k=6).labels(rows))
    assert sizes.tolist() == sorted(sizes, reverse=True)


def test_clusters_do_not_depend_on_the_order_of_the_cases_and_follow_the_seed() -> None:
    rows = some_hands()
    assert cluster(rows, seed=3) == cluster(rows[::-1], seed=3)
    assert {cluster(rows, k=9, seed=seed, restarts=1).wcss for seed in range(4)} != {cluster(rows, k=9).wcss}


def test_between_two_centroids_the_lower_label_is_taken() -> None:
    square = Clustering(2, (0.0, 0.0), (1.0, 1.0), ((1.0, 0.0), (-1.0, 0.0)), (1.0, 0.5), "given", 4, 0)
    assert square.labels([[0.0, 5], [1e-12, 5], [-1e-12, 5], [-0.1, 5]]).tolist() == [0, 0, 0, 1]
    line = cluster([[0]] * 3 + [[2]] * 3 + [[4]] * 3, k=2)
    assert line.labels([[0.0], [2.0], [4.0]]).tolist() in ([0, 0, 1], [1, 0, 0])


def test_a_column_without_spread_says_nothing() -> None:
    rows = some_hands()
    flat = np.column_stack([rows, np.full(len(rows), 7.3)])
    with_it, without = cluster(flat, k=4), cluster(rows, k=4)
    assert with_it.deviations[3] == 0
    assert with_it.wcss == pytest.approx(without.wcss)
    odd = np.column_stack([rows, np.full(len(rows), -46.0)])
    assert with_it.labels(odd).tolist() == with_it.labels(flat).tolist() == without.labels(rows).tolist()


def test_the_silhouette_of_counted_rows_is_that_of_all_cases() -> None:
    from sklearn.metrics import silhouette_score

    rows = np.concatenate([some_hands(300), [[90.0, 90.0, 90.0]]])  # the last stands alone
    found = cluster(rows, rule="silhouette", largest=5)
    scaled = standardised(rows)
    for k, score in enumerate(found.silhouettes, 2):
        assert score == pytest.approx(silhouette_score(scaled, cluster(rows, k=k).labels(rows)), abs=1e-9), k
    assert found.k == 2 + int(np.argmax(found.silhouettes))
    assert found.rule == "silhouette"
    many = np.arange(1200.0)[:, None]
    assert silhouettes(many, np.ones(1200, dtype=int), [(many[:, 0] > 600).astype(int)]) == pytest.approx(
        [silhouette_score(many, many[:, 0] > 600)]
    )


def test_where_the_rule_has_no_answer_the_present_k_is_kept() -> None:
    two_kinds = [[0.0], [1.0]] * 6
    found = cluster(two_kinds, keep=2)
    assert (found.k, found.rule, found.wcss) == (2, "kept", (12.0, 0.0))
    assert cluster([[5.0]] * 9, keep=1).k == 1
    with pytest.raises(TooFew, match="12 cases of 2 kinds: no answer by the rule 'elbow'"):
        cluster(two_kinds, keep=4)
    assert cluster(some_hands(), keep=200).rule == "elbow"


def test_clusterings_go_through_json() -> None:
    found = cluster(some_hands(), rule="silhouette")
    again = Clustering.from_json(json.loads(json.dumps(found.to_json())))
    assert again == found
    assert again.labels(some_hands()).tolist() == found.labels(some_hands()).tolist()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"k": 3}, "k is 3, but there are 2 centroids"),
        ({"k": 2.0}, r"k: expected a whole number, found 2\.0"),
        ({"means": [1.0]}, "not of one length"),
        ({"means": "12"}, r"clustering\.means: expected a list of numbers"),
        ({"deviations": [1.0, -1.0, 1.0]}, r"deviations: expected numbers from 0, found -1\.0"),
        ({"centroids": [[0, 0, float("nan")], [1, 1, 1]]}, r"centroids\[0\]: expected numbers, found nan"),
        ({"centroids": []}, "expected a list of 1 to 127"),
        ({"wcss": [True]}, "wcss: expected numbers from 0, found True"),
        ({"rule": "eyes"}, "unknown rule 'eyes'"),
        ({"more": 1}, "clustering: expected cases, centroids"),
    ],
)
def test_what_is_no_clustering_is_refused(change: dict[str, Any], message: str) -> None:
    data = cluster(some_hands(), k=2).to_json()
    with pytest.raises(BadInput, match=message):
        Clustering.from_json(data | change)


def test_what_cannot_be_clustered_is_refused() -> None:
    with pytest.raises(TooFew, match="40 cases of 2 kinds are too few to find clusters: at least 3 kinds"):
        cluster([[0.0], [1.0]] * 20)
    with pytest.raises(TooFew, match="4 clusters cannot be made of 6 cases of 3 kinds"):
        cluster([[0.0], [1.0], [2.0]] * 2, k=4)
    with pytest.raises(TooFew, match="nothing to cluster"):
        cluster(np.empty((0, 3)))
    with pytest.raises(BadInput, match="not all numbers"):
        cluster([[0.0], [float("nan")], [1.0]])
    with pytest.raises(UnknownName, match="did you mean 'elbow'"):
        cluster(some_hands(), rule="elbows")
    with pytest.raises(BadInput, match="largest 2"):
        cluster(some_hands(), largest=2)
    with pytest.raises(BadInput, match=r"3 attributes cannot label rows of shape \(4, 2\)"):
        cluster(some_hands(), k=2).labels(np.zeros((4, 2)))


def test_a_base_is_clustered_in_fourteen_scenarios_and_two_indexes() -> None:
    base, seen = played_base(), []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = cluster_base(base, progress=lambda done, of: seen.append((done, of)))
    assert list(found) == list(ALL)
    assert len(found) == 16
    assert seen == [(done, 16) for done in range(17)]
    assert not base.clusterings
    base.clusterings = dict(found)
    for name, scenario in ALL.items():
        labels = labels_of(base, name)
        assert (labels == OUTSIDE).tolist() == (~scenario.members(base)).tolist()
        assert len(np.unique(labels[labels != OUTSIDE])) == found[name].k
        assert found[name].cases == scenario.members(base).sum()
    assert found["index-points"].k == 2, "a pair of one suit, or none"


def test_a_scenario_with_too_few_cases_is_named_and_nothing_is_clustered() -> None:
    few = played_base().subset(np.arange(len(played_base())) < 12)
    with pytest.raises(BadInput, match=r"base 'trial', scenario first-card-\w+ \(1st card, .*\): \d cases are too few"):
        cluster_base(few)
    same = empty_base()
    same.append(np.repeat(played_base().cells()[:1], 30, axis=0))
    with pytest.raises(BadInput, match=r"scenario index-cards .*: 30 cases of 1 kinds are too few"):
        cluster_base(same, ["index-cards"])
    with pytest.raises(BadInput, match=r"scenario first-card-first .*: 0 cases are too few"):
        cluster_base(empty_base())
    with pytest.raises(UnknownName, match="unknown scenario 'first-card'"):
        cluster_base(few, ["first-card"])


def test_a_base_that_grows_is_clustered_anew_where_k_changes() -> None:
    base = played_base()
    wrong = cluster_base(base, ["envido-first"], k=9)["envido-first"]
    right = cluster_base(base, ["index-points"])["index-points"]
    base.clusterings = {"envido-first": wrong, "index-points": right}
    result = recluster(base, ["envido-first", "index-points", "index-cards"])
    k = result.clusterings["envido-first"].k
    assert k != 9
    assert result.changed == {"envido-first": (9, k), "index-cards": (None, result.clusterings["index-cards"].k)}
    assert result.clusterings["index-points"] is right
    assert not result.skipped
    assert base.clusterings["envido-first"] is wrong, "whoever asked sets them"


def test_what_cannot_be_clustered_anew_is_left_as_it_is_and_reported() -> None:
    base = played_base()
    old = cluster_base(base, ["third-card-won"])
    few = base.subset(np.arange(len(base)) < 12)
    few.clusterings = dict(old)
    result = recluster(few, ["third-card-won", "third-card-lost"])
    assert set(result.skipped) == {"third-card-won", "third-card-lost"}
    assert "are too few" in result.skipped["third-card-won"]
    assert result.clusterings == old
    assert not result.changed


def test_playing_with_clusters_does_not_load_scikit_learn_and_clustering_without_it_says_how_to_get_it() -> None:
    code = """
import sys
sys.modules["sklearn"] = None
from bolicho.learn.cases.clustering.clusters import Clustering
from bolicho.learn.cases.clustering.kmeans import cluster
print(Clustering(1, (0.0,), (1.0,), ((0.0,),), (1.0,), "given", 1, 0).labels([[3]]))
try:
    cluster([[0], [1], [2], [3]])
except ValueError as error:
    print(error)
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out == "[0]\nscikit-learn is not installed: pip install 'bolicho[cases]'\n"
