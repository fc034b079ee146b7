# SPDX-License-Identifier: GPL-3.0-or-later
"""Memory for arrays of tests: of a CUDA device, by its driver alone, or of the host."""
import ctypes

import numpy as np


class Host:
    class Place:
        def __init__(self, values):
            self.values, self.pointer = values.copy(), 0
            self.pointer = self.values.ctypes.data

    def put(self, values):
        return self.Place(values)

    def get(self, place, shape, dtype):
        return place.values.reshape(shape).astype(dtype)


class Device:
    """In the context that the CUDA runtime uses as well."""

    def __init__(self, driver):
        self.driver, self.context = driver, ctypes.c_void_p()
        device = ctypes.c_int()
        self.call('cuDeviceGet', ctypes.byref(device), 0)
        self.call('cuDevicePrimaryCtxRetain', ctypes.byref(self.context), device)

    def call(self, name, *arguments):
        status = getattr(self.driver, name)(*arguments)
        assert status == 0, '%s: %d' % (name, status)

    def put(self, values):
        return Place(self, values)

    def get(self, place, shape, dtype):
        values = np.empty(shape, dtype)
        self.call('cuCtxSetCurrent', self.context)
        self.call('cuCtxSynchronize')
        self.call('cuMemcpyDtoH_v2', ctypes.c_void_p(values.ctypes.data), ctypes.c_uint64(place.pointer), ctypes.c_size_t(values.nbytes))
        return values


class Place:
    def __init__(self, device, values):
        at = ctypes.c_uint64()
        self.device = device
        device.call('cuCtxSetCurrent', device.context)
        device.call('cuMemAlloc_v2', ctypes.byref(at), ctypes.c_size_t(max(values.nbytes, 1)))
        device.call('cuMemcpyHtoD_v2', at, ctypes.c_void_p(values.ctypes.data), ctypes.c_size_t(values.nbytes))
        self.pointer = at.value

    def __del__(self):
        self.device.driver.cuMemFree_v2(ctypes.c_uint64(self.pointer))


def find():
    """A Device, or None where there is none."""
    try:
        driver = ctypes.CDLL('libcuda.so.1')
    except OSError:
        return None
    count = ctypes.c_int()
    if driver.cuInit(0) != 0 or driver.cuDeviceGetCount(ctypes.byref(count)) != 0 or count.value == 0:
        return None
    return Device(driver)
