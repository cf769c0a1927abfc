"""A cluster of dask.distributed, of this machine or of many, as an executor."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from attrs import frozen

from elfen.errors import ElfenError, brief, saying

#: How many seconds a cluster may take to answer.
_PATIENCE = 10


@frozen
class Cluster:
    """An executor, and how many workers it has now."""

    executor: Executor
    workers: int


@contextmanager
def cluster(address: str, jobs: int) -> Iterator[Cluster]:
    """The cluster at `address`, `tcp://host:port`, or `local`: `jobs` workers of this machine.

    A game whose worker dies is played again by another one. elfen, its expansions and the players
    have to be installed where the workers are. Raises `ElfenError` without the extra `cluster`, or
    if nobody answers.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise ElfenError("a cluster needs dask: pip install 'elfen[cluster]'") from None
    if not isinstance(address, str):
        raise ElfenError(f"{brief(address)} is no address of a cluster")
    if address == "local":
        with (
            distributed.LocalCluster(
                n_workers=jobs,
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs=logging.CRITICAL,  # what fails is raised here
            ) as local,
            distributed.Client(local) as client,
        ):
            yield Cluster(client.get_executor(pure=False), jobs)
        return
    try:
        _shake_hands(address)
        client = distributed.Client(address, timeout=_PATIENCE)
    except Exception as error:  # each kind of address has errors of its own
        what = brief(saying(error) or "it says nothing")
        raise ElfenError(f"no cluster answers at {brief(address)}: {what}") from None
    with client:
        workers = len(client.scheduler_info(n_workers=-1)["workers"])
        yield Cluster(client.get_executor(pure=False), max(1, workers))


def _shake_hands(address: str) -> None:
    """Wait for a first word, but not for ever, as the client would; raises what dask raises.

    It has a thread of its own, as in that of a notebook there is a loop already.
    """
    import asyncio  # only a cluster needs it

    core: Any = import_module("distributed.core")
    secrets = import_module("distributed.security").Security().get_connection_args("client")

    async def shake() -> None:
        async with asyncio.timeout(_PATIENCE + 1):
            there = await core.connect(address, timeout=_PATIENCE, **secrets)
        await there.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(shake())).result()
