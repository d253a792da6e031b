#include "cli.h"

int main(int count, char **arguments)
{
    return cli_run(count, arguments);
}
