"""What ``bolicho cases competence`` and ``bolicho cases prune`` print."""

import typer

from bolicho.cli.commands.cases.shared import words_of
from bolicho.cli.judging import verdict_sentence
from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import Figure, Value, duration, local, percent, say
from bolicho.core.words import Words
from bolicho.report.document import Table
from bolicho.report.terminal import show_table


def show_competence(found: JsonObject, words: Words) -> None:
    """Print what bases are worth: a table a base, and what was counted over all its questions."""
    spoken = words.language
    for base in found["bases"]:
        _print_base(base, words)
        cases = {"all": say(base["cases"], spoken)}
        able = {"cases": say(base["replaceable"], spoken), "idle": say(base["idle"], spoken)}
        typer.echo(words("replaceable", enough=found["enough"], **able, **cases))
        counted = {"cases": say(base["cases_contradicting"], spoken), "worse": say(base["cases_worse"], spoken)}
        typer.echo(words("contradicting", near=_decimal(found["near"], words), **counted, **cases))
        if "never" in base:
            asked = {"matches": say(found["matches"], spoken), "questions": say(found["questions"], spoken)}
            typer.echo(words("never", cases=say(base["never"], spoken), player=found["player"], **asked, **cases))
    typer.echo(words("covered-about", enough=found["enough"], threshold=_decimal(found["threshold"], words)))
    typer.echo(words("competence-time", time=duration(found["seconds"], spoken)))


def show_pruned(found: JsonObject, words: Words) -> None:
    """Print what went, what it changes, and what it costs."""
    spoken = words.language
    for base in found["bases"]:
        numbers = {"left": base["left"], "cases": base["cases"], "gone": base["cases"] - base["left"]}
        counted = {name: say(number, spoken) for name, number in numbers.items()}
        typer.echo(words("pruned", new=base["base"], base=base["of"], **counted))
        for strategy, cases in base["gone"].items():
            typer.echo(f"  {say(cases, spoken):>7}  {words(f'gone-{strategy}')}")
    turns = found["decisions"]
    if turns["of"]:
        changed = {"changed": say(turns["changed"], spoken), "turns": say(turns["of"], spoken)}
        typer.echo(words("decisions", share=percent(turns["share"], spoken), **changed))
    if "judged" in found:
        _print_verdict(found, words)
    typer.echo(words("prune-time", time=duration(found["seconds"], spoken), base=found["of"]))


def _print_base(base: JsonObject, words: Words) -> None:
    spoken, kinds = words.language, words_of(words.language)
    title = words("title", base=base["base"], cases=say(base["cases"], spoken))
    columns = ["question", "answers", "covered", "contradicting", *(["asked", "known"] if "known" in base else [])]
    rows: list[list[Value]] = []
    for kind, covered in base["coverage"].items():
        row = [kinds(f"kind-{kind}"), covered["of"], Figure(covered["share"])]
        row.append(Figure(base["contradicting"][kind]["share"]))
        if "known" in base:
            row += [base["known"][kind]["of"], Figure(base["known"][kind]["share"])]
        rows.append(row)
    show_table(Table("competence", title, [words(f"column-{column}") for column in columns], rows), spoken)


def _print_verdict(found: JsonObject, words: Words) -> None:
    judged = found["judged"]
    verdict, numbers = verdict_sentence(judged, words)
    player = judged["agents"][0].partition("@")[0].partition(f":{found['name']}")[0]
    typer.echo(words(f"verdict-{verdict}", new=found["name"], base=found["of"], player=player, **numbers))


def _decimal(number: float, words: Words) -> str:
    return local(f"{number:g}", words.language)
