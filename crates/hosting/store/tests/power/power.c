/* A disk that loses power.
 *
 * Preloaded into a process, this remembers what has been written to files below POWER_FOLDER and not yet synced. At the
 * operation number POWER_AFTER the power fails: of what was not synced, nothing, some writes or torn writes reach the
 * files, as POWER_SEED decides, and the process ends at once. With POWER_LIES the disk says that it has synced and has
 * not.
 *
 * Directories are taken to be durable, and shared memory (-shm) does not survive anyway.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* A write, or a new length if there is no data. */
struct operation {
    off_t at;
    size_t length;
    char *data;
};

struct tracked {
    dev_t device;
    ino_t inode;
    char path[PATH_MAX];
    /* What is surely on the disk. */
    char *synced;
    size_t size;
    /* What has happened since. */
    struct operation *pending;
    size_t count, capacity;
};

enum { MAX_FILES = 64, SECTOR = 512 };
static struct tracked files[MAX_FILES];
static int file_count;
static long operations, power_after = -1;
static uint64_t randomness;
static int lies;
static char folder[PATH_MAX];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off_t);

__attribute__((constructor)) static void begin(void) {
    real_write = dlsym(RTLD_NEXT, "write");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite");
    real_fsync = dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    real_ftruncate = dlsym(RTLD_NEXT, "ftruncate");
    const char *where = getenv("POWER_FOLDER"), *after = getenv("POWER_AFTER"), *seed = getenv("POWER_SEED");
    if (where && after && realpath(where, folder)) {
        power_after = atol(after);
        randomness = (uint64_t)(seed ? atol(seed) : 1) * 0x9e3779b97f4a7c15u + 1;
        lies = getenv("POWER_LIES") != NULL;
    }
}

static uint64_t random_number(void) {
    randomness ^= randomness << 13;
    randomness ^= randomness >> 7;
    randomness ^= randomness << 17;
    return randomness;
}

static void fail(const char *what) {
    dprintf(2, "power: %s\n", what);
    abort();
}

static void *sure(void *memory) {
    if (!memory) fail("no memory");
    return memory;
}

static struct tracked *known(const struct stat *status) {
    for (int i = 0; i < file_count; i++)
        if (files[i].device == status->st_dev && files[i].inode == status->st_ino) return &files[i];
    return NULL;
}

/* Reads a file as it was before anything was written to it here. */
static void read_synced(struct tracked *file, size_t size) {
    file->size = size;
    file->synced = sure(malloc(size ? size : 1));
    int fd = open(file->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || pread(fd, file->synced, size, 0) != (ssize_t)size) fail("a file cannot be read");
    close(fd);
}

/* The file behind a descriptor, if it is one of ours. */
static struct tracked *tracked(int fd) {
    struct stat status;
    char link[64], path[PATH_MAX];
    if (power_after < 0 || fstat(fd, &status) || !S_ISREG(status.st_mode)) return NULL;
    struct tracked *found = known(&status);
    if (found) return found;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return NULL;
    path[length] = 0;
    size_t below = strlen(folder);
    if (strncmp(path, folder, below) || path[below] != '/') return NULL;
    if (length > 4 && !strcmp(path + length - 4, "-shm")) return NULL;
    if (file_count == MAX_FILES) fail("too many files");
    found = &files[file_count++];
    found->device = status.st_dev;
    found->inode = status.st_ino;
    strcpy(found->path, path);
    read_synced(found, (size_t)status.st_size);
    return found;
}

static void resize(struct tracked *file, size_t size) {
    if (size > file->size) {
        file->synced = sure(realloc(file->synced, size));
        memset(file->synced + file->size, 0, size - file->size);
    }
    file->size = size;
}

/* Lets an operation reach the disk; of a write only the first bytes. */
static void land(struct tracked *file, const struct operation *done, size_t bytes) {
    if (!done->data) {
        resize(file, (size_t)done->at);
        return;
    }
    size_t end = (size_t)done->at + bytes;
    if (bytes && end > file->size) resize(file, end);
    memcpy(file->synced + done->at, done->data, bytes);
}

static void forget(struct tracked *file) {
    for (size_t i = 0; i < file->count; i++) free(file->pending[i].data);
    file->count = 0;
}

static void sync_file(struct tracked *file) {
    for (size_t i = 0; i < file->count; i++) land(file, &file->pending[i], file->pending[i].length);
    forget(file);
}

/* Which of the pending operations reach the disk, and how much of them. */
static void land_some(struct tracked *file) {
    switch (random_number() % 4) {
    case 0: /* Nothing. */
        break;
    case 1: /* Any of them, in whatever order the disk liked. */
        for (size_t i = 0; i < file->count; i++)
            if (random_number() % 2) land(file, &file->pending[i], file->pending[i].length);
        break;
    case 2: { /* The first ones, and a part of the next. */
        size_t whole = file->count ? random_number() % file->count : 0;
        for (size_t i = 0; i < whole; i++) land(file, &file->pending[i], file->pending[i].length);
        if (whole < file->count) {
            const struct operation *torn = &file->pending[whole];
            land(file, torn, torn->length ? random_number() % (torn->length / SECTOR + 1) * SECTOR : 0);
        }
        break;
    }
    default: /* All of them. */
        for (size_t i = 0; i < file->count; i++) land(file, &file->pending[i], file->pending[i].length);
    }
}

static void put_back(const struct tracked *file) {
    struct stat status;
    int fd = open(file->path, O_WRONLY | O_CLOEXEC);
    /* A file that was removed stays removed. */
    if (fd < 0 || fstat(fd, &status) || status.st_ino != file->inode) return;
    if (real_ftruncate(fd, (off_t)file->size)) fail("a file cannot be cut");
    for (size_t done = 0; done < file->size;) {
        ssize_t written = real_pwrite(fd, file->synced + done, file->size - done, (off_t)done);
        if (written <= 0) fail("a file cannot be put back");
        done += (size_t)written;
    }
    close(fd);
}

/* Called with the lock, which nobody gets any more once the power has failed. */
static void count_operation(void) {
    if (++operations < power_after) return;
    for (int i = 0; i < file_count; i++) {
        land_some(&files[i]);
        put_back(&files[i]);
    }
    _exit(137);
}

static void remember(struct tracked *file, off_t at, const void *data, size_t length) {
    if (file->count == file->capacity) {
        file->capacity = file->capacity ? 2 * file->capacity : 64;
        file->pending = sure(realloc(file->pending, file->capacity * sizeof *file->pending));
    }
    struct operation *new = &file->pending[file->count++];
    new->at = at;
    new->length = length;
    new->data = data ? sure(malloc(length ? length : 1)) : NULL;
    if (data) memcpy(new->data, data, length);
}

static ssize_t write_at(int fd, const void *data, size_t length, off_t at, int is_positioned) {
    pthread_mutex_lock(&lock);
    struct tracked *file = tracked(fd);
    if (file) {
        remember(file, is_positioned ? at : lseek(fd, 0, SEEK_CUR), data, length);
        count_operation();
    }
    ssize_t written = is_positioned ? real_pwrite(fd, data, length, at) : real_write(fd, data, length);
    if (file && written != (ssize_t)length) fail("a write was not done");
    pthread_mutex_unlock(&lock);
    return written;
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t at) { return write_at(fd, data, length, at, 1); }

ssize_t pwrite64(int fd, const void *data, size_t length, off_t at) { return write_at(fd, data, length, at, 1); }

ssize_t write(int fd, const void *data, size_t length) {
    struct stat status;
    /* What is said to others must not wait for the lock. */
    if (power_after < 0 || fstat(fd, &status) || !S_ISREG(status.st_mode)) return real_write(fd, data, length);
    return write_at(fd, data, length, 0, 0);
}

static int synced(int fd, int (*real)(int)) {
    pthread_mutex_lock(&lock);
    struct tracked *file = tracked(fd);
    if (file) {
        count_operation();
        if (!lies) sync_file(file);
    }
    pthread_mutex_unlock(&lock);
    /* The power of the machine does not fail, so it need not sync. */
    return file ? 0 : real(fd);
}

int fsync(int fd) { return synced(fd, real_fsync); }

int fdatasync(int fd) { return synced(fd, real_fdatasync); }

int ftruncate(int fd, off_t size) {
    pthread_mutex_lock(&lock);
    struct tracked *file = tracked(fd);
    if (file) {
        remember(file, size, NULL, 0);
        count_operation();
    }
    int done = real_ftruncate(fd, size);
    pthread_mutex_unlock(&lock);
    return done;
}

int ftruncate64(int fd, off_t size) { return ftruncate(fd, size); }
