"""The clusterings of a base: for each scenario what somebody computed on its cases, as JSON data."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, insert, select

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.store.bases import Bases, changed
from bolicho.store.runs import as_json
from bolicho.store.tables import clusterings


class Clusterings(Bases):
    """The clusterings of the bases of a store."""

    def set_clusterings(self, base: str, data: JsonMapping, cases: int) -> None:
        """Keep clusterings by scenario, all or none, each in the place of the one before; other scenarios stay.

        ``cases`` is the number of cases they were computed on.
        """
        if cases < 0:
            raise BadInput(f"cases: expected how many there were, found {cases}")
        now = datetime.now(UTC)
        new = [
            {"scenario": scenario, "data": as_json(found, scenario), "cases": cases, "created": now}
            for scenario, found in data.items()
        ]
        with self._writing() as connection:
            held = self._hold(connection, base)
            if new:
                replaced = clusterings.c.scenario.in_(list(data))
                connection.execute(delete(clusterings).where(clusterings.c.base == held.id, replaced))
                connection.execute(insert(clusterings), [{"base": held.id, **row} for row in new])
                changed(connection, held)

    def clusterings(self, base: str) -> JsonObject:
        """Return the clusterings of a base by scenario."""
        return {
            scenario: self._data(data, f"clustering {scenario!r} of case base {base!r}", None)
            for scenario, data in self._clustered(base, clusterings.c.data)
        }

    def clustered_on(self, base: str) -> dict[str, int]:
        """Return on how many cases each clustering of a base was computed."""
        return dict(self._clustered(base, clusterings.c.cases))

    def _clustered(self, name: str, column: Any) -> list[Any]:
        with self._reading() as connection:
            base = self._look(connection, name)
            query = select(clusterings.c.scenario, column).where(clusterings.c.base == base.id)
            return sorted((str(scenario), value) for scenario, value in connection.execute(query))
