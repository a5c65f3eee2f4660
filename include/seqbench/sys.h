/*
 * sys -- every system call of the data path, and the clock.
 *
 * Each is the call of its name with the result turned into a count or a
 * negative errno.  Nothing is retried here: EINTR and short transfers are
 * the caller's policy.  Tests link tests/fake/ in place of this module (a
 * fake disk with a virtual clock), so code above platform/ must reach the
 * kernel for targets only through platform headers.
 */
#ifndef SEQBENCH_SYS_H
#define SEQBENCH_SYS_H

#include <sys/stat.h>
#include <sys/types.h>

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file that ends before its size; FreeBSD's is called by its other use. */
#ifndef ENODATA
#define ENODATA	ENOATTR
#endif

int	sys_open(const char *path, int flags, mode_t mode);
int	sys_close(int fd);
int	sys_fstat(int fd, struct stat *st);
ssize_t	sys_read(int fd, void *buf, size_t len);
ssize_t	sys_write(int fd, const void *buf, size_t len);
ssize_t	sys_pread(int fd, void *buf, size_t len, off_t off);
ssize_t	sys_pwrite(int fd, const void *buf, size_t len, off_t off);
/*
 * As those of their names, but what was read or written does not stay in the
 * page cache.  -EOPNOTSUPP where the file system or the kernel can't.  FreeBSD
 * has only the first, which never can.
 */
ssize_t	sys_read_dontcache(int fd, void *buf, size_t len);
ssize_t	sys_pread_dontcache(int fd, void *buf, size_t len, off_t off);
ssize_t	sys_pwrite_dontcache(int fd, const void *buf, size_t len, off_t off);
off_t	sys_lseek(int fd, off_t off, int whence);
int	sys_ftruncate(int fd, off_t len);
int	sys_fsync(int fd);
int	sys_fdatasync(int fd);
int	sys_fcntl(int fd, int cmd, int arg);

/* Reserve space without writing; -EOPNOTSUPP where it can't be done. */
int	sys_allocate(int fd, off_t off, off_t len);

/*
 * Write the dirty pages of a range out and wait for them: no journal, no
 * device flush, so not durable by itself.  -ENOSYS where the system has no
 * such call (FreeBSD).
 */
int	sys_write_out(int fd, off_t off, off_t len);

/*
 * Ask that the clean pages of a range be dropped from the page cache (len 0:
 * to the end); dirty ones begin to be written.
 */
int	sys_drop(int fd, off_t off, off_t len);

/* From now on reads of fd ask the device for what they read, and no more. */
int	sys_no_readahead(int fd);

/* Flush the file system that fd is on. */
int	sys_syncfs(int fd);

/*
 * An anonymous mapping, aligned to 2 MiB, of len bytes rounded up to 2 MiB.
 * huge: ask for huge pages; else refuse them.  NULL in *out on failure.
 */
int	sys_map(size_t len, int huge, void **out);
void	sys_unmap(void *addr, size_t len);

/*
 * Map len bytes of a file from any offset, shared and to be used in order;
 * *out is the address of that offset, NULL on failure.  write needs fd open
 * for reading too.
 */
int	sys_map_file(int fd, bool write, off_t off, size_t len, void **out);
/* Write the changed pages of such a mapping out, and wait. */
int	sys_map_flush(void *addr, size_t len);
void	sys_unmap_file(void *addr, size_t len);

/* CLOCK_MONOTONIC and CLOCK_REALTIME in ns. */
uint64_t sys_now(void);
uint64_t sys_wall(void);

/* Sleep; returns 0 or -EINTR. */
int	sys_sleep(uint64_t ns);

/*
 * Give the calling thread a table of descriptors of its own, in which only
 * those up to last are open.  What threads share, the kernel counts at each
 * use, and that makes every transfer slower: a 512-byte read from the page
 * cache by 8 %.  -ENOSYS where the system has no such call.
 */
int	sys_keep_descriptors(int last);

#endif
