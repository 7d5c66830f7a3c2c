#include "pipes.hpp"

#include <sys/stat.h>

#include <csignal>
#include <utility>

namespace exec::process {

Ends::Ends()
    : input(toolkit::process::make_pipe())
    , output(toolkit::process::make_pipe())
    , errors(toolkit::process::make_pipe())
    , reports(toolkit::process::make_pipe())
    , begun(toolkit::process::make_pipe())
    , orders(toolkit::process::make_pipe())
{
}

void Ends::close_those_of_the_tool()
{
    for (File* file : {&input.to_write, &output.to_read, &errors.to_read, &reports.to_read,
             &begun.to_read, &orders.to_write})
        file->close();
}

Lines Ends::take_those_of_the_tool()
{
    for (File* file : {&input.to_read, &output.to_write, &errors.to_write, &reports.to_write,
             &begun.to_write, &orders.to_read})
        file->close();
    return {std::move(input.to_write), std::move(output.to_read), std::move(errors.to_read),
        std::move(reports.to_read), std::move(begun.to_read), std::move(orders.to_write)};
}

mode_t forget_inherited()
{
    for (int signal = 1; signal < NSIG; ++signal)
        if (signal != SIGHUP && signal != SIGINT && signal != SIGPIPE && signal != SIGXFSZ)
            std::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    return umask(0);
}

}
