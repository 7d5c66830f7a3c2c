// yaml_lines: reads files of YAML, each as a text of JSON in a line, and prints for each {"json"}
// or {"error","hint","line","column"}.
#include "agent/workflow/yaml.hpp"

#include <iostream>
#include <string>

using namespace agent::workflow;
using toolkit::Json;

static Json answer_to(const std::string& source)
{
    try {
        return {{"json", yaml_document(source).json()}};
    } catch (const Problem& problem) {
        return {{"error", problem.message}, {"hint", problem.hint}, {"line", problem.place.line},
            {"column", problem.place.column}};
    }
}

int main()
{
    for (std::string line; std::getline(std::cin, line);)
        std::cout << answer_to(Json::parse(line).get<std::string>())
                         .dump(-1, ' ', false, Json::error_handler_t::replace)
                  << "\n";
}
