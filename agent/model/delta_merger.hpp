#pragma once

#include "agent/model/model.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace agent::model {

using namespace toolkit;

// Puts the chunks of a streamed chat completion together, to the message that the server would have
// sent in one piece. Deltas of tool calls belong together by their index, in whatever order they
// come. If a server has none, or the same one for all, they belong together by their ids; and if it
// has no ids either, by their place in the array. A delta with a name begins another call if it
// can't continue the one that it would belong to: that has another id, another name, whole
// arguments already, or a name from the same array. If there are none, those of another choice are
// taken, and function_call. A whole message after deltas adds what they did not say. A delta with
// neither an id nor a name, at an index that no call has, continues the last call. If the
// joined arguments are not a JSON object, and each piece begins with the one before it, the last
// piece is all of them.
class Assembly {
public:
    // Answers the delta that was added: a piece of a message; null if the chunk has none. Throws
    // INTERNAL where the chunk is an error, UNSUPPORTED where it is not one of a chat completion.
    Json add(const Json& chunk);

    // The server has said why it ended: nothing of the message is missing, though its usage may be.
    bool has_reason() const
    {
        return !finish_reason.empty()
            && (!others || !others->has_calls_begun() || others->has_reason());
    }

    Reply take();

private:
    // Looks at arguments as they come: are they a whole object?
    class Arguments {
    public:
        void add(std::string_view piece);
        bool are_empty() const { return is_empty; }
        bool are_whole() const { return is_whole; }

    private:
        std::size_t depth = 0;
        bool is_string = false;
        bool is_escape = false;
        bool is_empty = true;
        bool is_whole = false;
    };
    struct Call {
        Json index;
        Json call;
        Arguments arguments = {};
        std::size_t named_by = 0; // the number of the last array that had its name
        std::string last_piece = {}; // of the arguments
        bool is_cumulative = true; // each piece begins with the one before

        void add_arguments(const std::string& piece);
        Json take();
    };

    bool has_calls_begun() const { return !calls.empty() || legacy; }
    void add_calls(const Json& deltas);
    void add_delta(const Json& delta);
    Json unsaid(Json whole) const;
    void add_to(std::unique_ptr<Assembly>& other, Json choice);
    void take_calls_of(Assembly& other);
    Call& call_of(const Json& delta, std::size_t after);
    Call* known_call_of(const Json& delta, std::size_t after);
    bool begins_another(const Json& delta, const Call& call) const;
    static void grow_name(std::string& name, const std::string& piece, const Arguments& arguments);
    static void grow_call(Call& call, const Json& delta);

    Json message {{"role", "assistant"}};
    std::string finish_reason;
    Json usage;
    std::vector<Call> calls;
    bool has_deltas = false;
    std::size_t arrays = 0; // of deltas of calls, so far
    std::unique_ptr<Assembly> legacy; // the one call of function_call
    std::unique_ptr<Assembly> others; // all choices but the first
};

}
