/** The style of the courses. It travels with their code, so that the first page does not carry it. */
export const style = `
.course {
  --board-room: calc(100dvh - var(--header) - 1.6rem);
  grid-template-rows: auto minmax(0, 1fr);
}
.course .game-board {
  grid-column: 1;
  grid-row: 1 / 3;
}
.course .game-side {
  grid-column: 2;
  align-self: start;
  max-height: none;
}
.course-more {
  font-size: 0.92rem;
  color: var(--soft);
}
.course-head {
  display: grid;
  gap: 0.6rem;
}
.course-head h1 {
  font-size: 1.1rem;
}
.course-steps {
  display: flex;
  gap: 0.3rem;
}
.course-steps li {
  flex: 1 1 0;
}
.course-steps button {
  width: 100%;
  min-width: 0;
  min-height: 36px;
  padding: 0;
  font-variant-numeric: tabular-nums;
}
.course-steps .is-done {
  color: var(--accent);
  border-color: var(--accent);
}
.course-side .course-steps [aria-current] {
  background: var(--accent);
  border-color: var(--accent);
  color: var(--accent-ink);
}
.lesson {
  display: grid;
  gap: 0.6rem;
}
.lesson h2 {
  font-size: 1.3rem;
  letter-spacing: -0.01em;
  line-height: 1.2;
}
.lesson-foot {
  display: grid;
  gap: 0.6rem;
}
.lesson-said {
  border-left: 4px solid var(--line);
  padding: 0.1rem 0 0.1rem 0.7rem;
}
.lesson-said:empty {
  display: none;
}
.lesson-done .lesson-said {
  border-color: var(--accent);
  font-weight: 600;
}
.lesson-failed .lesson-said {
  border-color: var(--danger);
  font-weight: 600;
}
.lesson-buttons,
.lesson-choices {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
}
.lesson-buttons button,
.lesson-choices button {
  flex: 1 1 auto;
}
.lesson-buttons:empty {
  display: none;
}
.lesson-choices .piece-black .piece-body {
  stroke: var(--piece);
  stroke-width: 2;
}
.lesson-choices .embedded {
  width: 34px;
  height: 34px;
  margin: -4px 0;
}
.lesson-change {
  display: grid;
  gap: 0.5rem;
}
@media (max-width: 860px) {
  /* The whole board is seen between the task above it and the buttons below. */
  .course {
    --board: min(100vw - 0.5rem, 100dvh - 19rem);
    grid-template-rows: none;
  }
  .course .game-board,
  .course .game-side {
    grid-column: 1;
    grid-row: auto;
    align-self: auto;
  }
  .course .board-frame {
    grid-column: 1 / -1;
  }
  .course {
    padding-bottom: 9rem;
  }
  .course .course-head h1 {
    font-size: 1rem;
  }
  .lesson h2 {
    font-size: 1.1rem;
  }
  .lesson-foot {
    position: fixed;
    inset: auto 0 0;
    z-index: 5;
    padding: 0.6rem 0.8rem max(0.6rem, env(safe-area-inset-bottom));
    background: var(--raised);
    border-top: 2px solid var(--line);
    box-shadow: 0 -6px 24px rgb(0 0 0 / 20%);
  }
  .lesson-done .lesson-foot {
    border-color: var(--accent);
  }
  .lesson-failed .lesson-foot {
    border-color: var(--danger);
  }
}
@media (max-height: 540px) and (min-aspect-ratio: 5 / 4) {
  .course {
    --board-room: calc(100dvh - var(--header) - 0.5rem);
    --board: min(var(--board-room), 60vw);
    grid-template-rows: var(--board-room) auto;
    height: auto;
    padding-bottom: 0.3rem;
  }
  .course .board-frame {
    grid-column: 1;
    grid-row: 1;
  }
  .course .course-side {
    grid-column: 2;
    grid-row: 1;
    align-self: start;
    max-height: var(--board-room);
    overflow: auto;
  }
  .course .course-more {
    grid-column: 1 / -1;
    grid-row: 2;
  }
  .course .lesson-foot {
    position: sticky;
    inset: auto;
    bottom: 0;
    padding: 0.4rem 0;
    border: 0;
    box-shadow: none;
    background: var(--surface);
  }
}
`;
