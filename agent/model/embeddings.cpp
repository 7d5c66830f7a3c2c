#include "agent/model/embeddings.hpp"

#include "agent/model/chat_completions.hpp"
#include "agent/model/server_json.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>

namespace agent::model {

using namespace toolkit;

static Json numbers_of(const Json& item)
{
    Json numbers = json::member(item, "embedding");
    const auto is_number = [](const Json& value) { return value.is_number(); };
    if (!numbers.is_array() || numbers.empty()
        || !std::all_of(numbers.begin(), numbers.end(), is_number))
        throw unusable_answer("it has no embedding of numbers");
    return numbers;
}

static Json embedding_result(const Json& answer, const char* name, Json value)
{
    Json result {{"model", json::string_member(answer, "model")}, {name, std::move(value)}};
    if (const Json& usage = json::member(answer, "usage"); usage.is_object())
        result["usage"] = usage;
    return result;
}

static Json parsed_embeddings(std::string_view body)
{
    Json answer = parse_answer(body);
    if (is_error(answer))
        throw failed_request(answer);
    return answer;
}

Json read_embedding(std::string_view body)
{
    const Json json = parsed_embeddings(body);
    const Json& data = json::member(json, "data");
    return embedding_result(
        json, "embedding", numbers_of(data.is_array() && !data.empty() ? data[0] : Json()));
}

Json read_embeddings(std::string_view body, std::size_t count)
{
    const Json json = parsed_embeddings(body);
    const Json& data = json::member(json, "data");
    if (!data.is_array() || data.size() != count)
        throw unusable_answer("it has not one embedding for each text");
    Json all(count, Json());
    for (std::size_t place = 0; place < count; ++place) {
        const Json& index = json::member(data[place], "index");
        const std::size_t at = index.is_number_unsigned() ? index.get<std::size_t>() : place;
        if (at >= count || !all[at].is_null())
            throw unusable_answer("it has not one embedding for each text");
        all[at] = numbers_of(data[place]);
    }
    return embedding_result(json, "embeddings", std::move(all));
}

}
