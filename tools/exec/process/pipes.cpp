#include "pipes.hpp"

#include <utility>

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
