/* cli.h - the command line: options in, an instrument or batch results out. */

#ifndef DISTML_CLI_H
#define DISTML_CLI_H

/* Exit statuses. */
enum {
    EXIT_DONE = 0,
    EXIT_MACHINE = 1, /* the machine could not: read, write, memory, TERM */
    EXIT_REQUEST = 2, /* the request cannot be met as written */
};

/* Does what the arguments say; returns the exit status. */
int cli_run(int count, char **arguments);

#endif
