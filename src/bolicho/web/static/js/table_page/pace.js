// The pace of a table: views wait in a queue and each stays as long as the drawing asks; a finished hand stays until
// somebody goes on. The server never waits: only what is shown does.
import { settings } from "../basics/settings.js";

const OTHERS = 550, LONGEST_QUEUE = 40;

// picture() gives the drawing's module; show(view) shows one; finished(view, go) shows the hand that just ended.
export function pacing({ picture, show, finished }) {
  let queue = [], current = null, newest = null, shownAt = 0, timer = 0, seen = null, waiting = false, paused = false;

  function receive(view) {
    if (newest && view.version < newest.version && view.ply < newest.ply) return;
    const again = newest?.version === view.version;
    newest = view;
    if (seen === null) seen = view.over ? -1 : view.last?.unit ?? -1;
    if (again && queue.length) queue[queue.length - 1] = view;
    else queue.push(view);
    if (queue.length > LONGEST_QUEUE && !paused) queue = queue.slice(-2);
    pump();
  }

  function pump() {
    if (timer || waiting || paused || !queue.length || !picture()) return;
    const wait = current ? shownAt + patience(current, queue[0]) - performance.now() : 0;
    if (wait > 0) {
      timer = setTimeout(() => ((timer = 0), pump()), wait);
      return;
    }
    advance();
    pump();
  }

  function advance() {
    const next = queue[0];
    if (next.last && next.last.unit > seen) return stop(next);
    current = queue.shift();
    shownAt = performance.now();
    show(current);
  }

  function patience(before, after) {
    if (document.visibilityState === "hidden" || before.ply === after.ply) return 0;
    if (before.turn !== null && before.turn === before.seat) return 0; // the own move is seen at once
    return (picture().hold?.(before, after) ?? OTHERS) * settings.pace;
  }

  function stop(next) {
    waiting = true;
    current = lastOf(next);
    shownAt = performance.now();
    finished(current, next, () => {
      if (!waiting) return;
      waiting = false;
      seen = next.last.unit;
      shownAt = -Infinity;
      pump();
    });
  }

  return {
    receive,
    pump,
    // Whoever looks on may stop, look at one move after the other, and go on: what comes meanwhile waits.
    pause(on) {
      paused = on;
      clearTimeout(timer);
      timer = 0;
      pump();
    },
    step() {
      if (!waiting && queue.length) advance();
    },
    get paused() {
      return paused;
    },
    get current() {
      return current;
    },
    get newest() {
      return newest;
    },
    get waiting() {
      return waiting;
    },
    get behind() {
      return queue.length > 0;
    },
  };
}

// The finished hand as a view of its own: nothing can be played in it.
function lastOf(view) {
  const { unit, state, told, scores, hands } = view.last;
  return { ...view, unit, state, told, scores, hands: hands ?? null, moves: [], turn: null };
}
