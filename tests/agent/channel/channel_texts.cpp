// channel_texts json-schema|openapi|messages|events|samples: prints a description of the run
// channel, or a line of each message and event with made up values.

#include "samples.hpp"

#include "agent/channel/schema.hpp"

#include <cstdio>
#include <cstring>

namespace agent::channel {

template<class All, class... More>
static void print_each(const char* name, const Type& type, const More&... more)
{
    for (const bool has_optional : {true, false})
        for (const All& one : sample_of_each<All>(type, {has_optional}))
            std::printf("%s\t%s\n", name, encode(one, more...).c_str());
}

static int print(const char* what)
{
    if (std::strcmp(what, "json-schema") == 0)
        return std::puts(json_schema().dump(2).c_str());
    if (std::strcmp(what, "openapi") == 0)
        return std::puts(openapi_schemas().dump(2).c_str());
    if (std::strcmp(what, "messages") == 0)
        return std::puts(markdown_of_messages().c_str());
    if (std::strcmp(what, "events") == 0)
        return std::puts(markdown_of_events().c_str());
    print_each<HostMessage>("HostMessage", host_messages());
    print_each<WorkflowMessage>("WorkflowMessage", workflow_messages());
    print_each<Event>("Event", events(), head());
    return 0;
}

}

int main(int argc, char** argv) { return argc == 2 && agent::channel::print(argv[1]) >= 0 ? 0 : 2; }
