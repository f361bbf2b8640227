/** The style of games on this device. It travels with their code. */
export const style = `
.device {
  max-width: 62rem;
  margin: 0 auto;
  padding: 1rem;
  display: grid;
  gap: 1rem;
}
.device-note {
  color: var(--soft);
  border-left: 3px solid var(--accent);
  padding-left: 0.7rem;
}
.device-games {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 27rem), 1fr));
  gap: 0.8rem;
}
.device-card {
  display: grid;
  grid-template-columns: 6.5rem minmax(0, 1fr);
  gap: 0.9rem;
  align-items: start;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 10px;
  padding: 0.9rem;
}
.device-card h2 {
  font-size: 1.1rem;
}
.device-card form {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  align-items: end;
  margin: 0.5rem 0;
}
.device-card label {
  display: grid;
  gap: 0.2rem;
  font-size: 0.85rem;
  color: var(--soft);
}
.device-kept ul {
  list-style: none;
  padding: 0;
  display: grid;
  gap: 0.4rem;
}
.device-kept li {
  display: flex;
  flex-wrap: wrap;
  gap: 0.7rem;
  align-items: center;
}
.device-kept li > a:first-child {
  flex: 1 1 14rem;
}
.device-game .typed {
  flex-wrap: wrap;
}
.device-game .typed input {
  flex: 1 1 8rem;
}
.device-game .typed .refusal {
  flex: 1 1 100%;
}
.device-game .refusal:empty {
  display: none;
}
@media (max-width: 860px) {
  .device-game .game-board {
    order: -1;
    grid-row: 1;
  }
}
.device-moves {
  list-style: none;
  padding: 0;
  max-height: 14rem;
  overflow: auto;
  display: flex;
  flex-wrap: wrap;
  gap: 0.1rem 0.7rem;
  font-variant-numeric: tabular-nums;
}
`;
