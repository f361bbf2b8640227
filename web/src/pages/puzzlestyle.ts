/** The style of the puzzles, beside that of the courses. It travels with their code. */
export const style = `
.puzzle-facts,
.puzzle-progress,
.puzzle-links {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.3rem 0.9rem;
}
.puzzle-facts {
  color: var(--soft);
  font-size: 0.92rem;
}
.puzzle-grade {
  display: inline-flex;
  gap: 3px;
}
.puzzle-grade span {
  width: 9px;
  height: 9px;
  border: 2px solid var(--soft);
  border-radius: 50%;
}
.puzzle-grade .is-on {
  background: var(--accent);
  border-color: var(--accent);
}
.puzzle-streak {
  display: inline-flex;
  align-items: center;
  gap: 0.25rem;
  font-weight: 600;
}
.puzzles .card-buttons .button {
  grid-column: 1 / -1;
}
.lesson-shown .lesson-said {
  border-color: var(--accent);
  font-weight: 600;
}
`;
