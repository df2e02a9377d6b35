// Where other machines find this house. No other device opens 127.0.0.1: of a house that they can reach, one of its own addresses.
import { ask, element } from "./api.js";
import { t } from "./words.js";

const ADDRESS = "bolicho.address";
const onlyHere = /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
let asked = null;

/** The addresses to choose from; none where the page was opened by one that others can open too. */
export const addresses = () =>
  (asked ??= onlyHere ? ask("/api/addresses").then((told) => told.addresses, () => []) : Promise.resolve([]));

export function origin(addresses) {
  if (!onlyHere || !addresses.length) return location.origin;
  const kept = localStorage.getItem(ADDRESS);
  return addresses.includes(kept) ? kept : addresses[0];
}

// Opened as 127.0.0.1: which address others use, where there are several; how there comes to be one, where there is none.
export function addressChoice(addresses, again) {
  if (!onlyHere || addresses.length === 1) return null;
  if (!addresses.length) return element("p", { class: "notice", id: "only-here" }, t("network.only-here"));
  const options = addresses.map((one) => element("option", { value: one, selected: one === origin(addresses) }, one));
  const choose = ({ target }) => {
    localStorage.setItem(ADDRESS, target.value);
    Promise.resolve(again()).then(() => document.getElementById("address")?.focus());
  };
  return element("div", { class: "field" },
    element("label", { for: "address" }, t("network.which-address")), element("select", { id: "address", onchange: choose }, options));
}
