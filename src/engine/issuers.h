/* issuers -- the descriptors that the registries list. */
#ifndef ENGINE_ISSUERS_H
#define ENGINE_ISSUERS_H

#include "seqbench/engine.h"

extern const struct issuer issuer_aio;
extern const struct issuer issuer_mmap;
extern const struct issuer issuer_null;
extern const struct issuer issuer_stream;
extern const struct issuer issuer_sync;
extern const struct issuer issuer_uring;
extern const struct issuer issuer_vec;

/* The engines of every system (engines.c). */
extern const struct engine engine_aio;
extern const struct engine engine_buffered;
extern const struct engine engine_direct;
extern const struct engine engine_dontcache;
extern const struct engine engine_mmap;
extern const struct engine engine_null;
extern const struct engine engine_raw;
extern const struct engine engine_uring;

#endif
