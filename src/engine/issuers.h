/* issuers -- the descriptors that the registries list. */
#ifndef ENGINE_ISSUERS_H
#define ENGINE_ISSUERS_H

#include "seqbench/engine.h"

extern const struct issuer issuer_null;
extern const struct issuer issuer_stream;
extern const struct issuer issuer_sync;

/* Engines that are the same on every system (engines.c). */
extern const struct engine engine_buffered;
extern const struct engine engine_direct;
extern const struct engine engine_raw;
extern const struct engine engine_null;

#endif
