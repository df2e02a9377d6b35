// Vector CFR+ over many copies of the ladder game's public tree, level by level: sixteen or thirty-two lanes a node.
//
// The same walk as learn/ladder/walk_kernel.py (and endgame_kernel.py for the last card), with the same slots: weights of
// the rival go down (`down`), values of mine come up (`up`). gpu.py compiles this text when it is needed. With
// -DBOLICHO_CPU it is plain C++, one lane: that is how the tests hold it against the other walk where there is no GPU.
typedef unsigned long long u64;
typedef unsigned int u32;
#ifdef BOLICHO_CPU
#define KERNEL extern "C" void
#define DEVICE static inline
#define SYNC
#else
#define KERNEL extern "C" __global__ void
#define DEVICE __device__ __forceinline__
#define SYNC __syncwarp(mask)
#endif
#define WIDEST 502
#define DUST 1e-24f
#define NEVER -1e30f

struct Node { u64 cnt; u32 form; int base; u32 slot, off0, off1, pad; };
struct Hands { int wide[4]; signed char card[4][WIDEST][3]; short down[4][WIDEST][3]; };
enum { TRAIN, RESPOND, EVALUATE };

struct Look {
  int who, ans, worth, may, l[2], beat, first, second, quiet, ending, left, wide, acts;
};
DEVICE Look look(const Node& n, const Hands* D) {
  Look v; u32 f = n.form;
  v.who = f & 1; v.ans = f >> 1 & 1; v.worth = (f >> 2 & 3) + 1; v.may = f >> 4 & 1; v.l[0] = f >> 5 & 3; v.l[1] = f >> 7 & 3;
  v.beat = (int)(f >> 9 & 15) - 1; v.first = (int)(f >> 13 & 3) - 1; v.second = (int)(f >> 15 & 3) - 1;
  v.quiet = f >> 17 & 1; v.ending = f >> 18 & 1;
  v.left = v.l[v.who]; v.wide = D->wide[v.left]; v.acts = v.ans ? 2 + v.may : v.left + v.may;
  return v;
}
DEVICE int result(int f, int s, int t) {  // who has won by rounds: 0 nobody yet, 1 mao, 2 pe; 2 is a round not played
  int lead;
  if (s == 2) return 0;
  if (f == 0 || s == 0) { lead = f ? f : s; if (!lead) { if (t == 2) return 0; lead = t ? t : 1; } }
  else if (f == s) lead = f;
  else { if (t == 2) return 0; lead = t ? t : f; }
  return lead == 1 ? 1 : 2;
}
DEVICE int after(int f, int s, int w) { return f == 2 ? result(w, 2, 2) : s == 2 ? result(f, w, 2) : result(f, s, w); }
DEVICE int round_to(int who, int mine, int other) { return mine == other ? 0 : ((mine > other) == (who == 0) ? 1 : -1); }
DEVICE int champion(const Look& v, int level) { return v.beat < 0 ? 0 : after(v.first, v.second, round_to(v.who, level, v.beat)); }
DEVICE int count(u64 c, int level) { return (int)(c >> (3 * level) & 7); }
DEVICE int ones(u32 m) { int n = 0; while (m) { m &= m - 1; n++; } return n; }
DEVICE u32 goes_on(const Node& n, const Look& v) {  // levels whose card has a node of its own
  u32 m = 0;
  if (!v.ans && !v.quiet && !v.ending)
    for (int l = 0; l < 14; l++) if (count(n.cnt, l) && !champion(v, l)) m |= 1u << l;
  return m;
}
DEVICE float drawn(u64& c, int l) { int n = count(c, l); if (n) c -= 1ULL << (3 * l); return (float)n; }
DEVICE float ways(const Hands* D, const float* both, const float* one, const Look& v, u64 c, int m, int i, int k, int j) {
  if (m == 3 && k == 3) return both[i * WIDEST + j];
  if (m == 2 && k == 3) return one[(v.beat * 101 + i) * WIDEST + j];
  if (m == 3 && k == 2) return one[(v.beat * 101 + j) * WIDEST + i];
  float w = 1;
  for (int p = 0; p < m; p++) w *= drawn(c, D->card[m][i][p]);
  for (int p = 0; p < k; p++) w *= drawn(c, D->card[k][j][p]);
  return w;
}
DEVICE void chances(const Hands* D, const Look& v, const float* numbers, int i, float* out) {
  if (v.acts == 1) { out[0] = 1; return; }
  float total = 0;
  for (int a = 0; a < v.acts; a++) total += numbers[a * v.wide + i];
  if (total > DUST) { for (int a = 0; a < v.acts; a++) out[a] = numbers[a * v.wide + i] / total; return; }
  int n = 0;
  for (int a = 0; a < v.acts; a++) {
    int ok = !(!v.ans && a < v.left && a > 0 && D->card[v.left][i][a] == D->card[v.left][i][a - 1]);
    out[a] = (float)ok; n += ok;
  }
  for (int a = 0; a < v.acts; a++) out[a] /= n;
}
DEVICE float paid(const float* pay, int me, int winner, int worth) { float u = pay[winner * 4 + worth - 1]; return me ? -u : u; }

// ── the last card: whoever holds it loses, ties or wins the round (three columns), the other has shown all ──────────
struct Step { signed char holder, ans, worth, acts, quero, call, at; };
#ifdef BOLICHO_CPU
static const
#else
__constant__
#endif
Step STEPS[3][6] = {
  {{1,0,1,2,-1,1,0}, {0,1,1,3,-1,2,6}, {1,1,2,3,3,5,9}, {1,0,3,2,-1,4,18}, {0,1,3,2,-1,-1,24}, {0,1,3,2,-1,-1,26}},
  {{1,0,2,2,-1,1,0}, {0,1,2,3,-1,2,6}, {1,1,3,2,-1,-1,9}},
  {{1,0,3,2,-1,1,0}, {0,1,3,2,-1,-1,6}}};
#ifdef BOLICHO_CPU
static const
#else
__constant__
#endif
int STEP_COUNT[3] = {6, 3, 2}, ENDING_SLOTS[3] = {28, 15, 8};

DEVICE void ending(int truco, int mode, int me, int holder, const int* champ, const float* pay, float* reg, float* avg,
                   float weight, const float* start, float* answer) {
  float reach[6][3], chance[6][3][3], value[6][3], q[3][3];
  int nodes = STEP_COUNT[truco], mine = me == holder ? 3 : 1, his = 4 - mine;
  for (int i = 0; i < his; i++) reach[0][i] = start[i];
  for (int k = 0; k < nodes; k++) {
    Step s = STEPS[truco][k];
    int own = (s.holder ? holder : 1 - holder) == me, wide = s.holder ? 3 : 1;
    if (mode != RESPOND || !own)
      for (int i = 0; i < wide; i++) {
        float total = 0;
        for (int a = 0; a < s.acts; a++) total += reg[s.at + a * wide + i];
        for (int a = 0; a < s.acts; a++) chance[k][a][i] = total > DUST ? reg[s.at + a * wide + i] / total : 1.f / s.acts;
      }
    if (!own)
      for (int a = 0; a < s.acts; a++) for (int i = 0; i < wide; i++) {
        chance[k][a][i] *= reach[k][i];
        if (mode == TRAIN) avg[s.at + a * wide + i] += weight * chance[k][a][i];
      }
    for (int i = 0; i < his; i++) {
      if (s.quero >= 0) reach[s.quero][i] = own ? reach[k][i] : chance[k][0][i];
      if (s.call >= 0) reach[s.call][i] = own ? reach[k][i] : chance[k][s.ans ? 2 : 1][i];
    }
  }
  for (int k = nodes - 1; k >= 0; k--) {
    Step s = STEPS[truco][k];
    int own = (s.holder ? holder : 1 - holder) == me, wide = s.holder ? 3 : 1;
    for (int a = 0; a < s.acts; a++) {
      const float* given = own ? reach[k] : chance[k][a];
      int child = a == s.acts - 1 && s.call >= 0 ? s.call : (s.ans && a == 0 ? s.quero : -1);
      if (child >= 0) { for (int i = 0; i < mine; i++) q[a][i] = value[child][i]; }
      else if (s.ans && a == 1) {
        float total = his == 1 ? given[0] : given[0] + given[1] + given[2];
        total *= paid(pay, me, own ? 1 - me : me, s.worth);
        for (int i = 0; i < mine; i++) q[a][i] = total;
      } else {
        float total = 0;
        for (int c = 0; c < 3; c++) {
          float end = paid(pay, me, champ[c] - 1, s.worth + s.ans);
          if (his == 1) q[a][c] = end * given[0]; else total += end * given[c];
        }
        if (his > 1) q[a][0] = total;
      }
    }
    for (int i = 0; i < mine; i++) {
      float total = 0;
      if (!own) for (int a = 0; a < s.acts; a++) total += q[a][i];
      else if (mode == RESPOND) { total = q[0][i]; for (int a = 1; a < s.acts; a++) total = q[a][i] > total ? q[a][i] : total; }
      else {
        for (int a = 0; a < s.acts; a++) total += chance[k][a][i] * q[a][i];
        if (mode == TRAIN) for (int a = 0; a < s.acts; a++) {
          float* r = reg + s.at + a * wide + i; float x = *r + q[a][i] - total; *r = x > 0 ? x : 0;
        }
      }
      value[k][i] = total;
    }
  }
  for (int i = 0; i < mine; i++) answer[i] = value[0][i];
}

#ifdef BOLICHO_CPU
#define WHERE(LANES) int lane = 0, tree = first_tree + by; if (!live[tree]) return; Node n = N[list[bx]]; float* X = vectors + by * vector_stride; \
  static float shared[4 * WIDEST]; float* buf = shared;
#define PLACE , int bx, int by
#else
#define WHERE(LANES) int lane = threadIdx.x % LANES, at = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, tree = first_tree + blockIdx.y; \
  u32 mask = LANES == 32 ? 0xffffffffu : 0xffffu << (threadIdx.x % 32 / 16 * 16); (void)mask; \
  if (at >= nodes || !live[tree]) return; Node n = N[list[at]]; float* X = vectors + blockIdx.y * vector_stride; \
  extern __shared__ float shared[]; float* buf = shared + (threadIdx.x / LANES) * buffer; (void)buf;
#define PLACE
#endif
#define ARGS const Node* N, const int* list, int nodes, const Hands* D, const float* both, const float* one, const float* pays, \
  const int* live, int first_tree, int me, int mode, float* table, float* sums, u64 slots, float weight, float* vectors, u64 vector_stride, int buffer
#define NUMBERS float* reg = table + tree * slots + n.slot; float* avg = sums + tree * slots + n.slot; const float* pay = pays + tree * 8;
#define MINE(c) ((me ? N[c].off1 : N[c].off0))
#define HIS(c) ((me ? N[c].off0 : N[c].off1))

template <int LANES> DEVICE void down_node(ARGS PLACE) {
  WHERE(LANES) NUMBERS (void)pay;
  Look v = look(n, D); u32 on = goes_on(n, v); int kids = ones(on);
  const float* R = X + (me ? n.off0 : n.off1); int hw = D->wide[v.l[1 - me]];
  int quero = v.ans ? n.base : -1, call = v.may ? n.base + (v.ans ? 1 : kids) : -1;
  if (v.who == me) {
    for (int j = lane; j < hw; j += LANES) {
      float r = R[j];
      if (quero >= 0) X[HIS(quero) + j] = r;
      if (call >= 0) X[HIS(call) + j] = r;
      int k = 0;
      for (int l = 0; l < 14; l++) if (on >> l & 1) X[HIS(n.base + k++) + j] = r * count(n.cnt, l);
    }
    return;
  }
  float s[5];
  // what a card leads to has classes that come from none of mine: nothing may be left there from another walk
  if (on) {
    int below = D->wide[v.left - 1];
    for (int k = 0; k < kids; k++) for (int c = lane; c < below; c += LANES) X[HIS(n.base + k) + c] = 0;
    SYNC;
  }
  for (int j = lane; j < hw; j += LANES) {
    float r = R[j];
    chances(D, v, reg, j, s);
    if (mode == TRAIN && v.acts > 1) for (int a = 0; a < v.acts; a++) avg[a * v.wide + j] += weight * r * s[a];
    if (quero >= 0) X[HIS(quero) + j] = r * s[0];
    if (call >= 0) X[HIS(call) + j] = r * s[v.ans ? 2 : v.left];
    if (on) for (int p = 0; p < v.left; p++) {
      int l = D->card[v.left][j][p];
      if ((p && l == D->card[v.left][j][p - 1]) || !(on >> l & 1)) continue;
      X[HIS(n.base + ones(on & ((1u << l) - 1))) + D->down[v.left][j][p]] = r * s[p] * count(n.cnt, l);
    }
  }
}

template <int LANES> DEVICE void up_node(ARGS PLACE) {
  WHERE(LANES) NUMBERS
  Look v = look(n, D); u32 on = goes_on(n, v); int kids = ones(on);
  const float* R = X + (me ? n.off0 : n.off1); float* V = X + (me ? n.off1 : n.off0);
  int m = v.l[me], k = v.l[1 - me], mw = D->wide[m], hw = D->wide[k], own = v.who == me;
  int quero = v.ans ? n.base : -1, call = v.may ? n.base + (v.ans ? 1 : kids) : -1;
  int narrow = m == 1 && k == 1;
  const float* given = R;  // the rival's weights at the end of the hand that is looked at
  float s[5], q[5];
  if (!own && (v.ans || v.quiet || v.ending || (v.beat >= 0 && v.first != 2))) {
    int rows = v.ans || v.left == 1 ? 1 : v.left;
    for (int j = lane; j < hw; j += LANES) {
      chances(D, v, reg, j, s);
      if (v.ans) buf[j] = s[1] * R[j]; else for (int p = 0; p < rows; p++) buf[p * hw + j] = s[p] * R[j];
    }
    SYNC;
    given = buf;
  }
  float whole = 0;
  if (narrow) for (int y = 0; y < 14; y++) whole += count(n.cnt, y) * given[y];
  if (v.ending) {
    // each lane one card that leads; what the follower's cards win is put together in buf after that
    int holder = 1 - v.who, place = v.acts == 1 ? 0 : v.acts * v.wide, champ[3];
    for (int c = 0; c < 3; c++) champ[c] = after(v.first, v.second, c == 1 ? 0 : ((c == 2) == (holder == 0) ? 1 : -1));
    float* back = buf + 16;
    for (int x = lane; x < 14; x += LANES) {
      int cx = count(n.cnt, x);
      float start[3], answer[3] = {0, 0, 0};
      if (cx) {
        int rank = 0;
        float under = 0;
        for (int y = 0; y < x; y++) { rank += count(n.cnt, y) > 0; under += count(n.cnt, y) * given[y]; }
        float* r = reg + place + rank * ENDING_SLOTS[v.worth - 1];
        float* a = avg + place + rank * ENDING_SLOTS[v.worth - 1];
        int wanted = 1;
        if (own) {
          float above = whole - under - cx * given[x];
          start[0] = cx * under; start[1] = cx * (cx - 1) * given[x]; start[2] = cx * (above > 0 ? above : 0);
        } else { start[0] = cx * given[x]; wanted = start[0] > DUST; }
        if (wanted) ending(v.worth - 1, mode, me, holder, champ, pay, r, a, weight, start, answer);
      }
      for (int c = 0; c < 3; c++) back[c * 14 + x] = answer[c];
    }
    SYNC;
  }
  for (int i = lane; i < mw; i += LANES) {
    float total = 0, shown = 0;
    if (narrow) {
      int ci = count(n.cnt, i);
      if (v.quiet) {  // both show
        float under = 0, tie, low, high;
        for (int y = 0; y < i; y++) under += count(n.cnt, y) * given[y];
        float same = ci * given[i], above = whole - under - same;
        int lead = v.who;
        (void)lead;
        low = paid(pay, me, after(v.first, v.second, me == 0 ? -1 : 1) - 1, v.worth);   // my card is the lower one
        high = paid(pay, me, after(v.first, v.second, me == 0 ? 1 : -1) - 1, v.worth);
        tie = paid(pay, me, after(v.first, v.second, 0) - 1, v.worth);
        shown = ci * (high * under + low * above + tie * (ci - 1) * given[i]);
      }
      total = ci * (whole - given[i]);
    } else if (v.ans) {
      for (int j = 0; j < hw; j++) { float b = given[j]; if (b != 0) total += b * ways(D, both, one, v, n.cnt, m, i, k, j); }
    }
    if (!own) {
      float sum = 0;
      if (v.ans) {
        sum = total * paid(pay, me, me, v.worth) + X[MINE(quero) + i];
      } else if (v.quiet) {
        sum = shown;
      } else if (v.ending) {
        const float* back = buf + 16; u64 c = n.cnt;
        for (int x = 0; x < 14; x++) if (count(c, x)) sum += (count(c, i) - (x == i)) * back[(i < x ? 0 : i == x ? 1 : 2) * 14 + x];
        if (!count(c, i)) sum = 0;
      } else {
        if (v.beat >= 0 && v.first != 2) for (int j = 0; j < hw; j++) for (int p = 0; p < v.left; p++) {
          int l = D->card[v.left][j][p], won;
          if ((p && l == D->card[v.left][j][p - 1]) || !count(n.cnt, l) || !(won = champion(v, l))) continue;
          float b = buf[p * hw + j];
          if (b != 0) sum += b * ways(D, both, one, v, n.cnt, m, i, k, j) * paid(pay, me, won - 1, v.worth);
        }
        for (int c = 0; c < kids; c++) sum += X[MINE(n.base + c) + i];
      }
      if (call >= 0) sum += X[MINE(call) + i];
      V[i] = sum;
      continue;
    }
    if (v.ans) {
      q[1] = total * paid(pay, me, 1 - me, v.worth);
      q[0] = X[MINE(quero) + i];
      if (call >= 0) q[2] = X[MINE(call) + i];
    } else {
      if (v.quiet) q[0] = shown;
      else if (v.ending) q[0] = (buf + 16)[i];
      else {
        int looked = 0;
        for (int p = 0; p < v.left; p++) {
          int l = D->card[v.left][i][p];
          q[p] = NEVER;
          if (p && l == D->card[v.left][i][p - 1]) continue;
          if (!count(n.cnt, l)) { q[p] = 0; continue; }
          if (on >> l & 1) { q[p] = X[MINE(n.base + ones(on & ((1u << l) - 1))) + D->down[v.left][i][p]]; continue; }
          if (!looked) {
            for (int j = 0; j < hw; j++) { float b = R[j]; if (b != 0) total += b * ways(D, both, one, v, n.cnt, m, i, k, j); }
            looked = 1;
          }
          q[p] = total * paid(pay, me, champion(v, l) - 1, v.worth);
        }
      }
      if (call >= 0) q[v.left] = X[MINE(call) + i];
    }
    if (mode == RESPOND) {
      float best = q[0];
      for (int a = 1; a < v.acts; a++) best = q[a] > best ? q[a] : best;
      V[i] = best;
      continue;
    }
    if (v.acts == 1) { V[i] = q[0]; continue; }
    chances(D, v, reg, i, s);
    float mean = 0;
    for (int a = 0; a < v.acts; a++) if (s[a] > 0) mean += s[a] * q[a];
    V[i] = mean;
    if (mode == TRAIN) for (int a = 0; a < v.acts; a++) {
      float* r = reg + a * v.wide + i; float x = *r + q[a] - mean;
      *r = q[a] < 0.5f * NEVER ? 0.f : (x > 0 ? x : 0);
    }
  }
}
#ifdef BOLICHO_CPU
#define PASS N, list, nodes, D, both, one, pays, live, first_tree, me, mode, table, sums, slots, weight, vectors, vector_stride, buffer, bx, by
KERNEL down_wide(ARGS, int trees) { for (int by = 0; by < trees; by++) for (int bx = 0; bx < nodes; bx++) down_node<1>(PASS); }
KERNEL up_wide(ARGS, int trees) { for (int by = 0; by < trees; by++) for (int bx = 0; bx < nodes; bx++) up_node<1>(PASS); }
#else
#define PASS N, list, nodes, D, both, one, pays, live, first_tree, me, mode, table, sums, slots, weight, vectors, vector_stride, buffer
KERNEL down_wide(ARGS) { down_node<32>(PASS); }
KERNEL up_wide(ARGS) { up_node<32>(PASS); }
KERNEL down_narrow(ARGS) { down_node<16>(PASS); }
KERNEL up_narrow(ARGS) { up_node<16>(PASS); }
#endif
