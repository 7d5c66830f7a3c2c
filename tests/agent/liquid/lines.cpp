// liquid_lines: reads lines {"template","data"}, prints for each {"out"} or {"error","hint"}.
// What is missing is nil, as in the suites of others.
#include "agent/liquid/template.hpp"
#include "toolkit/json/json.hpp"

#include <iostream>
#include <string>

using namespace toolkit;

static Json answer_to(const Json& line)
{
    try {
        const agent::liquid::Template source(line.at("template").get<std::string>());
        return {{"out", source.text(line.at("data"), {.allows_missing = true})}};
    } catch (const ToolError& error) {
        return {{"error", error.message}, {"hint", error.hint}};
    }
}

int main()
{
    for (std::string line; std::getline(std::cin, line);)
        std::cout
            << answer_to(Json::parse(line)).dump(-1, ' ', false, Json::error_handler_t::replace)
            << "\n";
}
