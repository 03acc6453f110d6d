// What the compiler has indexed of a build: the symbols that each place of a file means. Read with
// the toolchain's libIndexStore, which is loaded when it is asked for.

#ifndef C_INDEX_STORE_H
#define C_INDEX_STORE_H

#include <stddef.h>
#include <stdint.h>

/// An opened index.
typedef struct index_store *index_store_t;

/// Opens the index in a folder by a library; null if there is none, with a message that has to be
/// freed.
index_store_t _Nullable index_store_open(
    const char *_Nonnull library, const char *_Nonnull folder, char *_Nullable *_Nonnull message);

void index_store_close(index_store_t _Nonnull store);

/// Told of each file with the record of its symbols, and when that was written, in seconds since
/// 1970. The texts are valid during the call.
typedef void (*index_file_found)(
    void *_Nonnull context, const char *_Nonnull file, size_t file_length,
    const char *_Nonnull record, size_t record_length, int64_t seconds);

void index_store_files(
    index_store_t _Nonnull store, void *_Nonnull context, index_file_found _Nonnull found);

/// Told of each place that a symbol is mentioned at, with the symbol's unified identifier.
typedef void (*index_symbol_found)(
    void *_Nonnull context, uint32_t line, uint32_t column, const char *_Nonnull symbol,
    size_t symbol_length);

/// Returns 0 if the record can't be read.
int index_store_symbols(
    index_store_t _Nonnull store, const char *_Nonnull record, void *_Nonnull context,
    index_symbol_found _Nonnull found);

/// The readable form of a mangled name, which has to be freed; null if it is none.
char *_Nullable index_demangle(const char *_Nonnull symbol);

#endif
