#include "toolkit/tool/answer_row.hpp"

#include "toolkit/json/json.hpp"

namespace toolkit::tool {

Json schema_of(std::span<const AnswerRow> rows)
{
    Json properties = Json::object();
    Json required = Json::array();
    for (const AnswerRow& row : rows) {
        properties[row.name] = {{"type", row.type}};
        if (row.is_always_there)
            required.push_back(row.name);
    }
    return {{"type", "object"}, {"properties", std::move(properties)},
        {"required", std::move(required)}};
}

}
