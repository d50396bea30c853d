"""OpenSpiel's own information-set search (ISMCTS) at our tables.

Our games become games of pyspiel: luck stays inside the state, those who choose at the same time choose one
after the other without seeing what was chosen, an information state is what `Game.view` shows a seat, and a
state that fits it comes from `Game.imagine`.  `pyspiel.ISMCTSBot` cannot play games written in Python, as
`ResampleFromInfostate` cannot be overridden there; OpenSpiel's `python.algorithms.ismcts` is the same
search and can.  It is left as it comes, with its own evaluator: random games to the end.  Who wants it
stronger lends it our compiled rules for those, which is a player of its own here.
"""

import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from palatine.core import compiled
from palatine.core.catalog import game as load_game
from palatine.core.catalog import games
from palatine.core.compiled import Array, entry, lowest_bit, new_records, specialise
from palatine.core.events import WIDTH, deaf_buffer
from palatine.core.game import Action, Game, Seat, State
from palatine.core.rng import RNG, below, derive_seed, new_rng

LONGEST = 10_000  # decisions in a game; pyspiel wants a number
MOST = 1_000_000  # simulations a decision: the clock ends it sooner
UCT_C = 1.4  # with wins of 0 to 1; in 30 games each, 0.5 and 3 were about as strong
FEWEST = 3  # simulations before the clock counts, so that there is something to choose from

# Names that `specialise` fills in for each game.
acting: Callable[[Array, Array, int], int]
legal: Callable[[Array, Array, int, int, Array], int]
apply: Callable[[Array, Array, int, int, int, Array], None]


def playout(constants: Array, states: Array, rng: Array, choices: Array) -> None:
    """Play states[0] to its end at random."""
    generator = rng[0]
    deaf = np.zeros((0, WIDTH), np.int32)
    seats = acting(constants, states, 0)  # noqa: F821
    while seats:
        seat = lowest_bit(seats)
        action = choices[below(generator, legal(constants, states, 0, seat, choices))]  # noqa: F821
        apply(constants, states, 0, seat, int(action), deaf)  # noqa: F821
        seats = acting(constants, states, 0)  # noqa: F821


class Table:
    """One of our games with its compiled rules at hand; all its positions share it."""

    def __init__(self, game: Game) -> None:
        kernel, arrays = game.kernel, compiled.record_array
        self.game, self.constants = game, game.constants
        self.acting, self.legal = kernel.acting.compiled, kernel.legal.compiled
        self.apply, self.view = kernel.apply.compiled, kernel.view.compiled
        self.imagine = kernel.imagine.compiled
        self.playout = entry(
            lambda: compiled.void()(
                arrays(game.constants.dtype), arrays(game.dtype), arrays(RNG), compiled.number_array()
            )
        )(specialise(playout, kernel.rules, type(game).__module__)).compiled
        self.choices = np.empty(game.most_choices, np.int32)
        self.seen = new_records(game.dtype)
        self.deaf = deaf_buffer()

    def __deepcopy__(self, memo: Any) -> "Table":
        return self  # pyspiel copies what a position holds, one by one

    def returns(self, record: State) -> list[float]:
        """A win is worth 1, shared among those who share it."""
        end = self.game.outcome(record)
        winners = end.winners if end else []
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.game.players)]


class Position(pyspiel.State):  # type: ignore[misc]
    """A position of one of our games, as pyspiel wants it.

    What the search asks for most is overridden where Python finds it, without the way through C++.
    """

    def __init__(self, game: "TableGame", table: Table, record: State) -> None:
        super().__init__(game)
        self.table, self.record = table, record
        self._look()

    def _look(self) -> None:
        seats = self.table.acting(self.table.constants, self.record, 0)
        self.seat = (seats & -seats).bit_length() - 1 if seats else pyspiel.PlayerId.TERMINAL
        self.choices: list[Action] | None = None
        self.seen: str | None = None

    def current_player(self) -> Seat:
        return self.seat

    def is_terminal(self) -> bool:
        return self.seat == pyspiel.PlayerId.TERMINAL

    def is_chance_node(self) -> bool:
        return False

    def _legal_actions(self, player: Seat) -> list[Action]:
        if self.choices is None:
            table = self.table
            count = table.legal(table.constants, self.record, 0, player, table.choices)
            self.choices = table.choices[:count].tolist()
        return self.choices

    def legal_actions(self, player: Seat | None = None) -> list[Action]:
        if self.is_terminal() or player not in (None, self.seat):
            return []
        return self._legal_actions(self.seat)

    def _apply_action(self, action: Action) -> None:
        table = self.table
        table.apply(table.constants, self.record, 0, self.seat, action, table.deaf)
        self._look()

    def returns(self) -> list[float]:
        return self.table.returns(self.record)

    def seen_by(self, player: Seat) -> str:
        """What a seat may know, as text."""
        table = self.table
        table.view(table.constants, self.record, 0, player, table.seen, 0)
        return table.seen.tobytes().decode("latin-1")

    def information_state_string(self, player: Seat | None = None) -> str:
        if player not in (None, self.seat):
            return self.seen_by(player)
        if self.seen is None:
            self.seen = self.seen_by(self.seat)
        return self.seen

    def _action_to_string(self, player: Seat, action: Action) -> str:
        return self.table.game.action_text(action)

    def __str__(self) -> str:
        return str(self.table.game.presenting.position(self.record))


class Observer:
    """pyspiel's way to ask for information states from C++."""

    tensor = None

    def __init__(self) -> None:
        self.dict: dict[str, Any] = {}

    def set_from(self, state: Position, player: Seat) -> None:
        """There are no tensors."""

    def string_from(self, state: Position, player: Seat) -> str:
        return state.seen_by(player)


class TableGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games, dealt from a seed: `palatine_rivalkings(players=2,seed=7)`."""

    name: str  # each game has a class of its own

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params, name = params or {}, self.name
        players = int(params.get("players", games()[name].players[0]))
        self.seed = int(params.get("seed", 0)).to_bytes(32, "big")
        self.table = Table(load_game(name, {"players": players}))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.game.num_actions,
            max_chance_outcomes=0,
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(TYPES[name], info, params)

    def new_initial_state(self) -> Position:
        return Position(self, self.table, self.table.game.new(self.seed))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer()


def game_type(name: str) -> Any:
    """What pyspiel wants to know of a game beforehand."""
    about, kind = games()[name], pyspiel.GameType
    return kind(
        short_name=f"palatine_{name}",
        long_name=about.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC,  # given the seed
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.CONSTANT_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        min_num_players=about.players[0],
        max_num_players=about.players[1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={"players": about.players[0], "seed": 0},
    )


TYPES = {name: game_type(name) for name in games()}
BOARDS = {name: type(f"{name}_table", (TableGame,), {"name": name}) for name in TYPES}
for _name, _board in BOARDS.items():
    pyspiel.register_game(TYPES[_name], _board)


@cache
def board_of(name: str, players: int) -> TableGame:
    """One of our games as pyspiel's, made once: its compiled rules have to be loaded."""
    return BOARDS[name]({"players": players})


class Rollout(mcts.Evaluator):  # type: ignore[misc]
    """OpenSpiel's evaluator by random games, played in compiled code."""

    def __init__(self, seed: bytes) -> None:
        self.rng = new_rng(seed)

    def evaluate(self, state: Position) -> list[float]:
        table, record = state.table, copied(state.record)
        table.playout(table.constants, record, self.rng, table.choices)
        return table.returns(record)

    def prior(self, state: Position) -> list[tuple[Action, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


def copied(record: State) -> State:
    """A copy by bytes; numpy copies a record field by field, which takes longer than playing it."""
    return record.view(np.uint8).copy().view(record.dtype)


class TimeUpError(Exception):
    """The time to think is over."""


class OpenSpielPlayer:
    """OpenSpiel's ISMCTS as a player of ours, with so many seconds of processor time for each decision.

    `lent` gives it our compiled rules for its random games.
    """

    def __init__(self, seed: bytes, seconds: float, lent: bool = False) -> None:
        self.seconds, self.rng = seconds, new_rng(seed)
        self.luck = np.random.RandomState(int.from_bytes(seed[:4], "big"))
        if lent:
            self.evaluator = Rollout(derive_seed("rollouts", seed.hex()))
        else:
            self.evaluator = mcts.RandomRolloutEvaluator(random_state=self.luck)
        self.simulations = 0

    def choose(self, game: Game, view: State, seat: Seat) -> Action:
        """Search from states that fit the view until the time is over."""
        end = time.thread_time() + self.seconds
        board = board_of(game.name, game.players)
        bot = ismcts.ISMCTSBot(board, self.evaluator, UCT_C, MOST, random_state=self.luck)
        began = 0

        def sample(state: Position, player: Seat) -> Position:
            nonlocal began
            if began >= FEWEST and time.thread_time() >= end:
                raise TimeUpError
            began += 1
            return self._imagined(board, view, seat)

        bot.set_resampler(sample)
        state = self._imagined(board, view, seat)
        assert state.current_player() == seat, "of several who choose at once, the first is asked first"
        try:
            return int(bot.step(state))  # only a forced choice comes this way
        except TimeUpError:
            policy = bot.get_final_policy(state, bot._root_node)
        finally:
            self.simulations += began
        actions, chances = zip(*policy, strict=True)
        return int(self.luck.choice(actions, p=chances))

    def _imagined(self, board: TableGame, view: State, seat: Seat) -> Position:
        table = board.table
        record = new_records(table.game.dtype)
        table.imagine(table.constants, view, 0, seat, self.rng, record, 0)
        return Position(board, table, record)
