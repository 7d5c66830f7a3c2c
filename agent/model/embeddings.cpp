#include "agent/model/embeddings.hpp"

#include "agent/model/chat_completions.hpp"
#include "agent/model/server_json.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

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

// Returns the item's index, or `place` if it has none. Some servers send it as a string or as 1.0.
static std::size_t place_of(const Json& item, std::size_t place)
{
    const Json& index = json::member(item, "index");
    if (index.is_null())
        return place;
    const std::string text = index.is_string() ? index.get<std::string>() : index.dump();
    std::size_t value = 0;
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    if (error != std::errc() || (end != last && std::string_view(end, last - end) != ".0"))
        throw unusable_answer("the index of an embedding is " + shortened_error(text));
    return value;
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
        const std::size_t at = place_of(data[place], place);
        if (at >= count || !all[at].is_null())
            throw unusable_answer("it has not one embedding for each text");
        all[at] = numbers_of(data[place]);
    }
    return embedding_result(json, "embeddings", std::move(all));
}

}
