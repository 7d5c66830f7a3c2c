#include "runner/generate/generate.hpp"
#include "runner/generate/roff.hpp"

namespace runner::generate {

std::string man_page(const ToolPage& tool)
{
    std::string text = roff_head(tool.name, tool.summary) + ".SH SYNOPSIS\n.B " + roff(tool.name)
        + "\n[FLAG ...] < REQUEST\n.SH DESCRIPTION\nThe request is one JSON object, the answer one "
          "line of JSON; an error is one line of JSON on stderr.\nThe tool locks itself in before "
          "it "
          "reads.\n.SH REQUEST\n"
        + roff(
            "Fields with ? can be left out; a boolean is then false if nothing else is said. The "
            "default stands in brackets.")
        + "\n";
    for (const auto& field : tool.fields)
        text += roff_entry(field.name + (field.is_required ? "" : "?"), field.text);
    if (!tool.examples.empty())
        text += ".SH EXAMPLES\n";
    for (const auto& example : tool.examples)
        text += roff_lines("$ " + example.command + "\n" + example.answer + "\n");
    text += ".SH OPTIONS\n";
    for (const auto& flag : tool.flags)
        text += roff_entry(usage_of(flag), explanation_of(flag));
    return text
        + ".SH EXIT STATUS\n0 answered, 1 failed, 2 bad request or command line, 3 the sandbox "
          "can't "
          "be had.\n.SH SEE ALSO\n.BR agentcli (1)\n";
}

}
