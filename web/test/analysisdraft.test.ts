import assert from "node:assert/strict";
import { test } from "node:test";
import { cleared, moved, put, readDraft, writeDraft } from "../src/model/analysis/draft";

const FEN = "r3k2r/8/8/3pP3/8/8/8/4K3 b kq - 0 12";
const WFEN = "sloqkxti/djwjjegf/8/8/3p'd74/8/GDPGPFWJ/ITOQKVAM w - - 0; repetition=threefold";
const LEVELS =
  "nbbn/dddd/4/4|4/4/4/4|4/4/DDDD/NBBN QL1(DD/RQ),KL1(DD/KR),QL6^(rq/dd),KL6(kr/dd) w KQkq - - 0 1";
const HISTORY = "TT1;-;Ng1f3*2,Pe7e5,~,Nb8c6;5;-/-;1/0;-;-;wb;9/300/10;*";

test("position texts of every shape are read and written", () => {
  for (const text of [FEN, WFEN, LEVELS, `${LEVELS}; preset=strict`]) {
    const draft = readDraft(text);
    assert.ok(draft !== null, text);
    assert.equal(writeDraft(draft), text);
  }
  const draft = readDraft(HISTORY);
  assert.ok(draft !== null);
  const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1";
  assert.equal(writeDraft(draft), `TT1;${start};-;1;-/-;0/0;-;-;wb;9/300/10;*`);
  assert.deepEqual(readDraft(writeDraft(draft)), draft);
});

test("only position texts are read", () => {
  for (const text of ["", "hello", "9/x/8 w", "p*/8 w - -", "8/8"])
    assert.equal(readDraft(text), null, text);
});

test("pieces are put and taken away, boards move and turn", () => {
  const draft = readDraft(FEN);
  assert.ok(draft !== null);
  const more = put(draft, 0, 7, 0, "R");
  assert.equal(writeDraft(more), "r3k2r/8/8/3pP3/8/8/8/R3K3 b kq - 0 12");
  assert.equal(writeDraft(put(more, 0, 7, 0, "")), FEN);
  assert.equal(writeDraft(cleared(draft)), "8/8/8/8/8/8/8/8 b - - 0 12");
  const levels = readDraft(LEVELS);
  assert.ok(levels !== null);
  const turned = moved(levels, 3, { pin: "QL3", isTurned: true });
  assert.match(writeDraft(turned), / QL3\^\(DD\/RQ\),KL1/);
});

test("a square behind a letter is not a number of blanks", () => {
  const draft = readDraft(WFEN);
  assert.ok(draft !== null);
  assert.equal(draft.boards[0]?.rows[4]?.[3], "p'd7");
  const more = put(draft, 0, 3, 0, "P'e1");
  assert.match(writeDraft(more), /\/P'e17\//);
  assert.deepEqual(readDraft(writeDraft(more))?.boards, more.boards);
});
