"""One worker of the experiment; tests/lab/run starts it.

worker.py RANK WORKERS ADDRESS STEPS CASES - CASES is a JSON list of [bucket in
MiB, accumulation], or of null for gloo's own all-reduce. Rank 0 prints one
JSON line a case.
"""
import contextlib
import ctypes
import datetime
import json
import os
import signal
import statistics
import sys
import time

PR_SET_PDEATHSIG = 1
ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
# Before torch is loaded: the cores are few and nothing here computes.
os.environ["OMP_NUM_THREADS"] = "1"
os.environ["GLOO_SOCKET_IFNAME"] = "eth0"

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

LAYERS = 12
LAYER_BYTES = 256 * 1024  # every bucket size is a multiple of it
FORWARD_S = 0.8 / 3 / LAYERS
BACKWARD_S = 0.8 * 2 / 3 / LAYERS


class Sleep(torch.autograd.Function):
    """A layer that takes its time without needing a core for it."""

    @staticmethod
    def forward(ctx, x, weight):
        time.sleep(FORWARD_S)
        ctx.save_for_backward(weight)
        return x.clone()

    @staticmethod
    def backward(ctx, gradient):
        time.sleep(BACKWARD_S)
        (weight,) = ctx.saved_tensors
        return gradient, torch.ones_like(weight)


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = torch.nn.ParameterList(
            torch.nn.Parameter(torch.zeros(LAYER_BYTES // 4))
            for _ in range(LAYERS))

    def forward(self, x):
        for weight in self.weights:
            x = Sleep.apply(x, weight)
        return x.sum()


def median_time(action, warm_up, times):
    taken = []
    for _ in range(warm_up + times):
        start = time.perf_counter()
        action()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken[warm_up:])


def all_reduce(steps):
    tiny = torch.zeros(1)
    whole = torch.zeros(LAYERS * LAYER_BYTES // 4)
    return {
        "bytes": LAYERS * LAYER_BYTES,
        "tiny_s": median_time(lambda: dist.all_reduce(tiny), 10, 100),
        "whole_s": median_time(lambda: dist.all_reduce(whole), 2, steps),
    }


def training(bucket_mib, accumulation, steps):
    model = DistributedDataParallel(Model(), bucket_cap_mb=bucket_mib)
    x = torch.zeros(1)

    def step():
        model.zero_grad()
        for i in range(accumulation):
            last = i == accumulation - 1
            with contextlib.nullcontext() if last else model.no_sync():
                model(x).backward()

    # DDP has one bucket in its first step, then the ones asked for.
    step_s = median_time(step, 2, steps)
    sizes = model._get_ddp_logging_data()["rebuilt_bucket_sizes"]
    return {"step_s": step_s, "buckets": [int(s) for s in sizes.split(",")]}


rank, workers, address, steps, cases = sys.argv[1:]
steps = int(steps)
dist.init_process_group("gloo", init_method=f"tcp://{address}:29500",
                        rank=int(rank), world_size=int(workers),
                        timeout=datetime.timedelta(minutes=2))
for case in json.loads(cases):
    result = training(*case, steps) if case else all_reduce(steps)
    if rank == "0":
        print(json.dumps(result), flush=True)
