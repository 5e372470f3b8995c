"""A network of one hidden layer with its training step, in NumPy: the namer needs no more."""

from __future__ import annotations

import numpy as np

_BETA1, _BETA2, _EPSILON = 0.9, 0.999, 1e-8


class Perceptron:
    """Linear, ReLU, linear; float32.

    Args:
        inputs, hidden, outputs: how many numbers go in, are inside, and come out.
        rng: draws the first weights.
    """

    def __init__(self, inputs: int, hidden: int, outputs: int, rng: np.random.Generator) -> None:
        self.w1 = _drawn(rng, inputs, hidden)
        self.b1 = np.zeros(hidden, np.float32)
        self.w2 = _drawn(rng, hidden, outputs)
        self.b2 = np.zeros(outputs, np.float32)
        self._moments = [(np.zeros_like(p), np.zeros_like(p)) for p in self._parameters]
        self._steps = 0

    @property
    def _parameters(self) -> tuple[np.ndarray, ...]:
        return self.w1, self.b1, self.w2, self.b2

    def logits(self, x: np.ndarray) -> np.ndarray:
        """(N, outputs) of (N, inputs)."""
        return np.asarray(np.maximum(x @ self.w1 + self.b1, 0.0) @ self.w2 + self.b2)

    def learn(
        self, x: np.ndarray, y: np.ndarray, kept: np.ndarray, *, rate: float, decay: float, smoothing: float
    ) -> float:
        """One step of AdamW on the cross-entropy of a batch; the loss before it.

        Args:
            x: (N, inputs) float32.
            y: (N,) int, the right outputs.
            kept: (N, hidden) float32, what each hidden number is multiplied by: 0 where it is left out.
            rate: learning rate.
            decay: of the weights, not of the biases, times the rate.
            smoothing: share of each label that is spread over all outputs.

        Source: Loshchilov and Hutter 2019, Decoupled weight decay regularization.
        """
        inside = x @ self.w1 + self.b1
        hidden = np.maximum(inside, 0.0) * kept
        logits = hidden @ self.w2 + self.b2
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(axis=1, keepdims=True)
        wanted = np.full_like(chances, smoothing / chances.shape[1])
        wanted[np.arange(len(y)), y] += 1.0 - smoothing
        loss = -float((wanted * np.log(chances + 1e-12)).sum(axis=1).mean())
        slope = (chances - wanted) / np.float32(len(y))
        below = (slope @ self.w2.T) * kept * (inside > 0.0)
        gradients = (x.T @ below, below.sum(axis=0), hidden.T @ slope, slope.sum(axis=0))
        self._steps += 1
        first, second = 1.0 - _BETA1**self._steps, 1.0 - _BETA2**self._steps
        for parameter, gradient, (m, v) in zip(self._parameters, gradients, self._moments, strict=True):
            m += (1.0 - _BETA1) * (gradient - m)
            v += (1.0 - _BETA2) * (gradient * gradient - v)
            if parameter.ndim == 2:
                parameter *= 1.0 - rate * decay
            parameter -= np.float32(rate / first) * m / (np.sqrt(v / second) + _EPSILON)
        return loss


def _drawn(rng: np.random.Generator, inputs: int, outputs: int) -> np.ndarray:
    limit = 1.0 / np.sqrt(inputs)
    return rng.uniform(-limit, limit, (inputs, outputs)).astype(np.float32)
