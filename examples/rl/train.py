"""Train a masked PPO policy for Elfenland against random players, and draw its curve.

    pip install 'elfen[rl]' torch matplotlib
    python examples/rl/train.py --minutes 5

The network scores an action by the letters that spell it (its type, its route, its cards), so it
learns about all actions on a route at once. Nothing but the numbers of `elfen.encoding` goes in.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from elfen.adapters.gymnasium import SeatEnv
from elfen.encoding import Encoding

GAMES_AT_ONCE, STEPS, EPOCHS, BATCH = 24, 64, 3, 384
CLIP, SPREAD, RATE, FADE, TRACE = 0.2, 0.01, 5e-4, 0.995, 0.95


class Policy(nn.Module):
    """The value of what is observed, and a score for each action."""

    def __init__(self, encoding: Encoding, width: int = 192, depth: int = 64) -> None:
        super().__init__()
        least, most = encoding.layout.bounds
        span = np.maximum(np.asarray(most) - np.asarray(least), 1)
        self.register_buffer("scale", torch.as_tensor(1.0 / span, dtype=torch.float32))
        words = [encoding.spelling.word(n) for n in range(len(encoding.numbering))]
        rows = [n for n, word in enumerate(words) for _ in word]
        letters = [letter for word in words for letter in word]
        spelt = torch.sparse_coo_tensor(
            torch.tensor([rows, letters]),
            torch.ones(len(rows)),
            (len(words), encoding.spelling.size),
            check_invariants=True,
        )
        self.register_buffer("spelt", spelt.coalesce())
        self.letters = nn.Parameter(torch.randn(encoding.spelling.size, depth) * 0.1)
        self.body = nn.Sequential(
            nn.Linear(encoding.layout.size, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh()
        )
        self.wish, self.worth = nn.Linear(width, depth), nn.Linear(width, 1)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithm of each action's probability, and the value."""
        inside = self.body(seen * self.scale)
        actions = torch.sparse.mm(self.spelt, self.letters)
        scores = self.wish(inside) @ actions.T
        scores = scores.masked_fill(~mask, -1e9)
        return torch.log_softmax(scores, -1), self.worth(inside).squeeze(-1)


class Table:
    """A game under way. The reward is the difference of scores at its end, about -1 to 1."""

    def __init__(self, seed: int) -> None:
        self.env = SeatEnv(players=2, reward="score")
        self.seen, info = self.env.reset(seed=seed)
        self.mask = info["action_mask"]
        self.won: list[float] = []

    def step(self, action: int) -> tuple[float, bool]:
        """The reward, and whether the game is over: then the next one begins."""
        self.seen, _, over, _, info = self.env.step(action)
        reward = 0.0
        if over:
            totals = {row.seat: row for row in self.env.game.standings}
            mine, other = totals[self.env.seat], totals[1 - self.env.seat]
            reward = (mine.total - other.total) / 10
            self.won.append(1.0 if mine.rank < other.rank else 0.5 * (mine.rank == other.rank))
            self.seen, info = self.env.reset()
        self.mask = info["action_mask"]
        return reward, over


def collect(policy: Policy, tables: Sequence[Table]) -> dict[str, Tensor]:
    """Some steps at every table, with advantages and returns."""
    rows: dict[str, list[Any]] = {k: [] for k in ("seen", "mask", "act", "log", "worth")}
    rewards, overs = [], []
    for _ in range(STEPS):
        seen = torch.as_tensor(np.stack([table.seen for table in tables]))
        mask = torch.as_tensor(np.stack([table.mask for table in tables]))
        with torch.no_grad():
            logs, worth = policy(seen, mask)
        act = torch.multinomial(logs.exp(), 1).squeeze(-1)
        done = [table.step(int(a)) for table, a in zip(tables, act, strict=True)]
        log = logs.gather(1, act[:, None]).squeeze(-1)
        for key, value in zip(rows, (seen, mask, act, log, worth), strict=True):
            rows[key].append(value)
        rewards.append([reward for reward, _ in done])
        overs.append([float(over) for _, over in done])
    seen = torch.as_tensor(np.stack([table.seen for table in tables]))
    mask = torch.as_tensor(np.stack([table.mask for table in tables]))
    with torch.no_grad():
        _, after = policy(seen, mask)
    gain, gains = torch.zeros(len(tables)), []
    for n in reversed(range(STEPS)):
        going_on = 1 - torch.tensor(overs[n])
        worth = rows["worth"][n]
        surprise = torch.tensor(rewards[n]) + FADE * after * going_on - worth
        gain = surprise + FADE * TRACE * going_on * gain
        gains.append(gain)
        after = worth
    out = {key: torch.cat(value) for key, value in rows.items()}
    out["gain"] = torch.cat(gains[::-1])
    out["goal"] = out["gain"] + out["worth"]
    return out


def improve(policy: Policy, adam: torch.optim.Optimizer, data: dict[str, Tensor]) -> None:
    """Some steps of PPO on what was collected."""
    gain = (data["gain"] - data["gain"].mean()) / (data["gain"].std() + 1e-6)
    for _ in range(EPOCHS):
        for some in torch.randperm(len(gain)).split(BATCH):
            logs, worth = policy(data["seen"][some], data["mask"][some])
            log = logs.gather(1, data["act"][some, None]).squeeze(-1)
            ratio = (log - data["log"][some]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            loss = -torch.min(ratio * gain[some], clipped * gain[some]).mean()
            loss = loss + 0.5 * (worth - data["goal"][some]).pow(2).mean()
            loss = loss + SPREAD * (logs.exp() * logs.clamp(min=-50)).sum(-1).mean()
            adam.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            adam.step()


def keep(policy: Policy, encoding: Encoding, path: Path) -> None:
    """Write the policy, with the digest of the numbers that it has learnt from."""
    torch.save({"digest": encoding.digest, "policy": policy.state_dict()}, path)


def kept(path: Path, encoding: Encoding) -> Policy:
    """A policy that was written; it is refused if its numbers meant something else."""
    found = torch.load(path, weights_only=True)
    if found["digest"] != encoding.digest:
        raise SystemExit(f"{path} is for other rules, or another number of players")
    policy = Policy(encoding)
    policy.load_state_dict(found["policy"])
    return policy


def main() -> None:
    """Train for some minutes; write the curve, its picture and the policy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--begin", type=Path, help="a policy.pt to go on with")
    parser.add_argument("--out", type=Path, default=Path())
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    tables = [Table(given.seed * 1000 + n) for n in range(GAMES_AT_ONCE)]
    encoding = tables[0].env.encoding
    policy = kept(given.begin, encoding) if given.begin else Policy(encoding)
    adam = torch.optim.Adam(policy.parameters(), RATE)
    curve: list[tuple[int, float]] = []
    begun, decisions, won = time.process_time(), 0, [0.5]
    while time.process_time() - begun < given.minutes * 60:
        improve(policy, adam, collect(policy, tables))
        decisions += GAMES_AT_ONCE * STEPS
        new = [one for table in tables for one in table.won]
        for table in tables:
            table.won.clear()
        won = [*won, *new][-400:]
        curve.append((decisions, sum(won) / len(won)))
        print(
            f"{decisions:9} decisions: {curve[-1][1]:.3f} of the last {len(won)} games", flush=True
        )
    facts = {"digest": encoding.digest, "seed": given.seed, "curve": curve}
    (given.out / "curve.json").write_text(json.dumps(facts), encoding="utf-8")
    keep(policy, encoding, given.out / "policy.pt")
    draw(curve, given.out / "curve.svg")


def draw(curve: Sequence[tuple[int, float]], path: Path) -> None:
    """The share of games won, by decisions made."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    axes.plot([x / 1000 for x, _ in curve], [y for _, y in curve], color="#2f6b4f", linewidth=2)
    axes.axhline(0.5, color="#999999", linewidth=1, linestyle="--")
    axes.set(
        xlabel="decisions made, in thousands",
        ylabel="share of the last 400 games",
        title="PPO against a random player, Elfenland for two",
        ylim=(0, 1),
    )
    figure.savefig(path)


if __name__ == "__main__":
    main()
