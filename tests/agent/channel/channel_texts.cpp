// channel_texts openapi|samples: prints a description of the run channel, or a line of each message
// and event with made up values. channel_texts page: copies docs/host.md from stdin to stdout, with
// the tables that are made of the declarations.

#include "samples.hpp"

#include "agent/channel/schema.hpp"

#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>

namespace agent::channel {

template<class All, class... More>
static void print_each(const char* name, const Type& type, const More&... more)
{
    for (const bool has_optional : {true, false})
        for (const All& one : sample_of_each<All>(type, {has_optional}))
            std::printf("%s\t%s\n", name, encode(one, more...).c_str());
}

// A line <!-- generated: messages --> begins a table, and <!-- end --> ends it.
static int print_page()
{
    bool is_table = false;
    for (std::string line; std::getline(std::cin, line);) {
        is_table = is_table && line != "<!-- end -->";
        if (!is_table)
            std::puts(line.c_str());
        if (line == "<!-- generated: messages -->" || line == "<!-- generated: events -->") {
            is_table = true;
            const bool is_events = line.find("events") != std::string::npos;
            std::puts(("\n" + (is_events ? markdown_of_events() : markdown_of_messages())).c_str());
        }
    }
    return 0;
}

static int print(const char* what)
{
    if (std::strcmp(what, "openapi") == 0)
        return std::puts(openapi_schemas().dump(2).c_str());
    if (std::strcmp(what, "page") == 0)
        return print_page();
    print_each<HostMessage>("HostMessage", host_messages());
    print_each<WorkflowMessage>("WorkflowMessage", workflow_messages());
    print_each<Event>("Event", events(), head());
    return 0;
}

}

int main(int argc, char** argv) { return argc == 2 && agent::channel::print(argv[1]) >= 0 ? 0 : 2; }
