#include "lines.hpp"

#include "toolkit/system/error.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <utility>

static Pipe make_pipe()
{
    std::array<int, 2> ends {};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        throw system_error("cannot make a pipe");
    return {File(ends[0]), File(ends[1])};
}

Ends::Ends()
    : input(make_pipe())
    , output(make_pipe())
    , errors(make_pipe())
    , reports(make_pipe())
    , orders(make_pipe())
{
}

void Ends::close_those_of_the_tool()
{
    for (File* file : {&input.to_write, &output.to_read, &errors.to_read, &reports.to_read, &orders.to_write})
        file->close();
}

Lines Ends::take_those_of_the_tool()
{
    for (File* file :
        {&input.to_read, &output.to_write, &errors.to_write, &reports.to_write, &orders.to_read})
        file->close();
    return {std::move(input.to_write), std::move(output.to_read), std::move(errors.to_read),
        std::move(reports.to_read), std::move(orders.to_write)};
}
