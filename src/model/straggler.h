/* straggler.h - how long workers wait for the slowest of them. */

#ifndef DISTML_STRAGGLER_H
#define DISTML_STRAGGLER_H

/* M(N): the expected maximum of N independent standard normals, for whole N
 * from 1 to 1048576; exact up to 32, within 1e-4 beyond. With a spread s of
 * each worker's compute T the slowest takes T (1 + s M(N)). */
double straggler_maximum(double workers);

#endif
