// Calls libIndexStore's C interface, whose functions are looked up by name.

#include "CIndexStore.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *data;
  size_t length;
} text_t;

typedef void *object_t;

enum { UNIT_DEPENDENCY_RECORD = 2 };

struct index_store {
  void *library;
  object_t store;
  void (*store_dispose)(object_t);
  bool (*units_apply)(object_t, unsigned, void *, bool (*)(void *, text_t));
  object_t (*unit_reader_create)(object_t, const char *, object_t *);
  void (*unit_reader_dispose)(object_t);
  void (*unit_time)(object_t, int64_t *, int64_t *);
  bool (*dependencies_apply)(object_t, void *, bool (*)(void *, object_t));
  int (*dependency_kind)(object_t);
  text_t (*dependency_name)(object_t);
  text_t (*dependency_path)(object_t);
  object_t (*record_reader_create)(object_t, const char *, object_t *);
  void (*record_reader_dispose)(object_t);
  bool (*occurrences_apply)(object_t, void *, bool (*)(void *, object_t));
  object_t (*occurrence_symbol)(object_t);
  void (*occurrence_place)(object_t, unsigned *, unsigned *);
  text_t (*symbol_usr)(object_t);
};

static bool find(struct index_store *it, void *function, const char *name) {
  void *found = dlsym(it->library, name);
  memcpy(function, &found, sizeof found);
  return found != NULL;
}

static bool find_all(struct index_store *it) {
  return find(it, &it->store_dispose, "indexstore_store_dispose") &&
         find(it, &it->units_apply, "indexstore_store_units_apply_f") &&
         find(it, &it->unit_reader_create, "indexstore_unit_reader_create") &&
         find(it, &it->unit_reader_dispose, "indexstore_unit_reader_dispose") &&
         find(it, &it->unit_time, "indexstore_unit_reader_get_modification_time") &&
         find(it, &it->dependencies_apply, "indexstore_unit_reader_dependencies_apply_f") &&
         find(it, &it->dependency_kind, "indexstore_unit_dependency_get_kind") &&
         find(it, &it->dependency_name, "indexstore_unit_dependency_get_name") &&
         find(it, &it->dependency_path, "indexstore_unit_dependency_get_filepath") &&
         find(it, &it->record_reader_create, "indexstore_record_reader_create") &&
         find(it, &it->record_reader_dispose, "indexstore_record_reader_dispose") &&
         find(it, &it->occurrences_apply, "indexstore_record_reader_occurrences_apply_f") &&
         find(it, &it->occurrence_symbol, "indexstore_occurrence_get_symbol") &&
         find(it, &it->occurrence_place, "indexstore_occurrence_get_line_col") &&
         find(it, &it->symbol_usr, "indexstore_symbol_get_usr");
}

index_store_t index_store_open(const char *library, const char *folder, char **message) {
  struct index_store *it = calloc(1, sizeof *it);
  if (it == NULL) abort();
  it->library = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  object_t (*create)(const char *, object_t *) = NULL;
  const char *(*describe)(object_t) = NULL;
  if (it->library == NULL || !find_all(it) || !find(it, &create, "indexstore_store_create") ||
      !find(it, &describe, "indexstore_error_get_description")) {
    *message = strdup("it is not a toolchain's index library");
    free(it);
    return NULL;
  }
  object_t error = NULL;
  it->store = create(folder, &error);
  if (it->store == NULL) {
    *message = strdup(error == NULL ? "there is no index" : describe(error));
    free(it);
    return NULL;
  }
  return it;
}

void index_store_close(index_store_t it) {
  it->store_dispose(it->store);
  free(it);
}

// MARK: Files

struct files {
  struct index_store *it;
  void *context;
  index_file_found found;
  int64_t seconds;
};

static bool dependency_found(void *context, object_t dependency) {
  struct files *files = context;
  struct index_store *it = files->it;
  if (it->dependency_kind(dependency) != UNIT_DEPENDENCY_RECORD) return true;
  text_t file = it->dependency_path(dependency);
  text_t record = it->dependency_name(dependency);
  files->found(
      files->context, file.data, file.length, record.data, record.length, files->seconds);
  return true;
}

static bool unit_found(void *context, text_t name) {
  struct files *files = context;
  struct index_store *it = files->it;
  char *copy = strndup(name.data, name.length);
  if (copy == NULL) abort();
  object_t error = NULL;
  object_t reader = it->unit_reader_create(it->store, copy, &error);
  free(copy);
  if (reader == NULL) return true;
  int64_t nanoseconds = 0;
  it->unit_time(reader, &files->seconds, &nanoseconds);
  it->dependencies_apply(reader, files, dependency_found);
  it->unit_reader_dispose(reader);
  return true;
}

void index_store_files(index_store_t it, void *context, index_file_found found) {
  struct files files = {it, context, found, 0};
  it->units_apply(it->store, 0, &files, unit_found);
}

// MARK: Symbols

struct symbols {
  struct index_store *it;
  void *context;
  index_symbol_found found;
};

static bool occurrence_found(void *context, object_t occurrence) {
  struct symbols *symbols = context;
  unsigned line = 0, column = 0;
  symbols->it->occurrence_place(occurrence, &line, &column);
  text_t usr = symbols->it->symbol_usr(symbols->it->occurrence_symbol(occurrence));
  symbols->found(symbols->context, line, column, usr.data, usr.length);
  return true;
}

int index_store_symbols(
    index_store_t it, const char *record, void *context, index_symbol_found found) {
  object_t error = NULL;
  object_t reader = it->record_reader_create(it->store, record, &error);
  if (reader == NULL) return 0;
  struct symbols symbols = {it, context, found};
  it->occurrences_apply(reader, &symbols, occurrence_found);
  it->record_reader_dispose(reader);
  return 1;
}

// MARK: Names

extern char *swift_demangle(
    const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);

char *index_demangle(const char *symbol) {
  return swift_demangle(symbol, strlen(symbol), NULL, NULL, 0);
}
