"""Refusals speak the reader's language: what `match` and `solve` say when they cannot."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.front_door import knock, refused

from bolicho.cli.refusals import _shapes, refusal
from bolicho.core.words import Words

PORTUGUESE = [
    ("match truko sound sound", "não conheço o jogo 'truko' (seria 'truco'?); há: truco, paulista, rikken"),
    ("match truco sound x", "não conheço o agente 'x'; há: random, novice"),
    ("match truco minimax sound", "o agente 'minimax' não joga truco; jogam: random, novice"),
    ("match truco sound", "truco precisa de 2 agentes, e aqui há 1: sound"),
    ("match truco sound sound -n 0", "matches 0: espera-se ao menos 1"),
    ("match truco sound sound --workers 0", "workers 0: espera-se ao menos 1"),
    ("match truco sound sound --target 0", "truco option target=0: espera-se um número de pontos de 1 a 99"),
    ("match truco sound sound --option flor=x", "espera-se um de mandatory, optional, off"),
    ("match truco sound sound --option x=1", "não conheço a opção de truco 'x'; há: preset"),
    ("match truco sound sound --option x", "--option 'x': espera-se NOME=VALOR"),
    ("match truco sound sound --preset x", "não conheço a modalidade de truco 'x'; há: gaucho"),
    ("match truco sound sound --time-limit 0", "time limit 0: espera-se um tempo em segundos, maior que 0"),
    (
        "match truco sound sound --seed x",
        "valor inválido para '--seed': espera-se um número inteiro (bolicho",
    ),
    ("match truco sound:edge=9 sound", "agente 'sound': edge=9: espera-se uma parte das mãos, entre 0 e 1"),
    ("match truco sound:x=1 sound", "agente 'sound:x=1': não há o argumento 'x'"),
    ("match truco ismcts:x=1 sound", "não conheço a configuração de ismcts 'x'; há: playout"),
    ("match truco equilibrium:9 sound", "espera-se points, resolve ou um nível de 1 a 5"),
    ("match truco cbr:x sound", "não conheço a política de reuso 'x'; há: MJS"),
    ("match truco cbr:PVS@x sound", "não conheço a base de casos 'x'; há: baseline, starter"),
    ("match truco markov:x sound", "espera-se paper, best ou um arquivo .npz de matrizes treinadas"),
    ("match truco ./x.py:X sound", "agente './x.py:X': não há o arquivo ./x.py"),
    (
        "match truco sound sound --records /nowhere/x",
        "não dá para escrever: não existe esse arquivo ou pasta",
    ),
    ("match", "falta o argumento 'game'. (bolicho match --help diz mais)"),
    ("match --optoin x", "não há a opção --optoin (seria --option?)"),
    ("solve truco", "truco não se resolve: não é um jogo de tabuleiro; esses são 4-em-linha"),
    ("solve tapatam", "não conheço o jogo 'tapatam' (seria 'tapatan'?)"),
    ("solve tapatan --agent sound", "o agente 'sound' não joga tapatan; jogam: random, minimax"),
    ("solve tapatan --out /nowhere/x", "/nowhere/x: não dá para escrever: não há essa pasta"),
    ("solve tapatan --positions 0", "valor inválido para '--positions': espera-se ao menos 1"),
    ("solve tapatan achi", "há argumentos demais (achi) (bolicho solve --help diz mais)"),
]


@pytest.mark.parametrize(("command", "told"), PORTUGUESE, ids=[command for command, _ in PORTUGUESE])
def test_a_refusal_is_said_in_portuguese(command: str, told: str) -> None:
    assert refused(knock(*command.split(), LANG="pt_BR.UTF-8"), told)


def test_the_language_that_was_asked_for_comes_before_that_of_the_terminal() -> None:
    asked = ("match", "truko", "sound", "sound", "--language")
    assert refused(knock(*asked, "pt-BR"), "não conheço o jogo 'truko'")
    assert refused(knock(*asked[:-1], "--language=pt"), "não conheço o jogo 'truko'")
    assert refused(knock(*asked, "en", LANG="pt_BR.UTF-8"), "unknown game 'truko'")
    assert refused(knock(*asked, "fr", LANG="pt_BR.UTF-8"), "não conheço a língua 'fr'; há: pt-BR, en")


@pytest.mark.usefixtures("guests")
def test_why_an_agent_forfeited_is_said_in_portuguese() -> None:
    said = knock("match", "truco", "cheat", "random", "-n", "1", LANG="pt_BR.UTF-8")
    assert "Partida 0: cheat perdeu por infração: jogada ilegal 'royal-flush' em [" in " ".join(said.out.split())


def test_names_and_values_are_never_translated() -> None:
    said = refusal("unknown agent 'a number'; known: agent, game", "pt-BR")
    assert said == "não conheço o agente 'a number'; há: agent, game"


def test_every_sentence_is_found_by_its_own_shape() -> None:
    """An earlier one that fits as well would take its place."""
    english, theirs = (Words("bolicho.cli", language, "refusals.toml").texts for language in ("en", "pt-BR"))
    for key, text in english.items():
        plain = text.replace("{said}", "interrupted").replace("{what}", "points").replace("{kind}", "agent")
        found = next(name for name, shape in _shapes() if shape.fullmatch(plain))
        assert theirs[found] == theirs[key], f"{key} is taken for {found}"


@pytest.mark.parametrize("command", ["site", "serve --port 0 --data"])
def test_a_folder_that_cannot_be_made_is_refused(command: str, tmp_path: Path) -> None:
    """In a process of its own: a server takes over what the process writes to."""
    (tmp_path / "file").write_text("")
    words = ("from bolicho.cli import main; main()", *command.split(), str(tmp_path / "file" / "x"))
    settings = os.environ | {"BOLICHO_STORE": str(tmp_path / "s.db"), "LANG": "C.UTF-8"}
    done = subprocess.run([sys.executable, "-c", *words], capture_output=True, text=True, check=False, env=settings)
    assert (done.returncode, done.stdout) == (2, "")
    assert "x: cannot be written: Not a directory" in done.stderr
    assert "Traceback" not in done.stderr
