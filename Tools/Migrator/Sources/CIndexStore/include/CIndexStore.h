// Reads the compiler's index of a build, which maps places in files to symbols. It uses the
// toolchain's libIndexStore, which is loaded on demand.

#ifndef C_INDEX_STORE_H
#define C_INDEX_STORE_H

#include <stddef.h>
#include <stdint.h>

/// An opened index.
typedef struct index_store *index_store_t;

/// Opens the index in a folder, using the given library. On failure, returns null, and a message
/// that the caller frees.
index_store_t _Nullable index_store_open(
    const char *_Nonnull library, const char *_Nonnull folder, char *_Nullable *_Nonnull message);

void index_store_close(index_store_t _Nonnull store);

/// Receives each file, the name of its symbol record, and the time when its unit was written, in
/// seconds since 1970. The strings are valid only during the call.
typedef void (*index_file_found)(
    void *_Nonnull context, const char *_Nonnull file, size_t file_length,
    const char *_Nonnull record, size_t record_length, int64_t seconds);

void index_store_files(
    index_store_t _Nonnull store, void *_Nonnull context, index_file_found _Nonnull found);

/// Receives each place that mentions a symbol, with the symbol's unified identifier.
typedef void (*index_symbol_found)(
    void *_Nonnull context, uint32_t line, uint32_t column, const char *_Nonnull symbol,
    size_t symbol_length);

/// Returns 0 if the record can't be read.
int index_store_symbols(
    index_store_t _Nonnull store, const char *_Nonnull record, void *_Nonnull context,
    index_symbol_found _Nonnull found);

/// The demangled name, which the caller frees; null if the symbol isn't a mangled name.
char *_Nullable index_demangle(const char *_Nonnull symbol);

#endif
