#include "agent/message_list.hpp"
#include "catch.hpp"

#include "agent/model/refused_manner.hpp"

using namespace agent::model;
using namespace toolkit::json;

// A prompt with an image, and a result with one.
static Messages messages_with_images()
{
    const Json image {
        {"type", "image_url"}, {"image_url", {{"url", "data:image/gif;base64,R0lGODlhQCBAIA=="}}}};
    return read_message_list({{{"role", "user"}, {"content", Json::array({image})}},
        {{"role", "tool"}, {"tool_call_id", "a"}, {"content", Json::array({image})}}});
}

static HttpResponse refusal(int status, const std::string& words)
{
    return {status, Json {{"error", {{"message", words}}}}.dump()};
}

static bool goes_without_images(const HttpResponse& response)
{
    MessageFormat manner;
    const Messages messages = messages_with_images();
    const bool is_adapted
        = adapt_images(manner, response, messages) || adapt_messages(manner, response, messages);
    CHECK(is_adapted == manner.no_images);
    return manner.no_images;
}

TEST_CASE("servers that take no images say so in many words")
{
    const auto [status, words] = GENERATE(table<int, std::string>({
        // llama-server, of two years
        {500,
            "image input is not supported - hint: if this is unexpected, you may need to provide "
            "the mmproj"},
        {500, "image input is not supported by this server"},
        // Ollama
        {400, "this model does not support image input (ref: b8bd630e)"},
        {500, "Failed to create new sequence: this model is missing data required for image input"},
        // OpenRouter
        {404, "No endpoints found that support image input"},
        // vLLM
        {400, "facebook/opt-125m is not a multimodal model None"},
        {400, "At most 0 image(s) may be provided in one prompt."},
        // LM Studio
        {400, "Model does not support images. Please use a model that does."},
        {400, "the model cannot process images"},
        {400, "This model does not support image."},
        {400, "Vision is not supported"},
        // OpenAI
        {400, "Invalid content type. image_url is only supported by certain models."},
        {400, "Invalid value: 'input_image'. Supported values are: 'input_text'."},
        // Mistral
        {400, "Image input is not enabled for this model"},
        // DeepSeek
        {400,
            "Failed to deserialize the JSON body into the target type: messages[1]: unknown "
            "variant `image_url`, expected `text` at line 1 column 25922"},
        // Groq
        {400,
            "'messages.1' : for 'role:user' the following must be satisfied[('messages.1.content' "
            ": value must be a string)]"},
        {400, "messages[0].content must be a string"},
    }));
    CAPTURE(words);
    CHECK(goes_without_images(refusal(status, words)));
    MessageFormat manner;
    CHECK_FALSE(adapt_images(manner, refusal(status, words),
        read_message_list({{{"role", "user"}, {"content", "no image"}}})));
}

TEST_CASE("what is wrong with one image, or with something else, is no such refusal")
{
    const auto [status, words] = GENERATE(table<int, std::string>({
        {400,
            "messages.1.content.2.image.source.base64: image exceeds 5 MB maximum: 6275800 bytes > "
            "5242880 bytes"},
        {400,
            "You uploaded an unsupported image. Please make sure your image has of one the "
            "following formats: ['png', 'jpeg', 'gif', 'webp']."},
        {400, "At most 4 image(s) may be provided in one prompt."},
        {400, "this model does not support images larger than 8000 pixels"},
        {400, "Invalid base64 image_url."},
        {400, "Could not process image"},
        {400, "Unable to process image: bad data"},
        {400, "Unable to process images: the second one is damaged"},
        {400, "Cannot read image."},
        {400, "The image is not supported: only PNG"},
        {400, "Invalid content: image_url must be a data URL"},
        {400, "Invalid value: image_url has a size over the maximum"},
        {400, "Invalid part: 'image_url' is too large"},
        {400, "A vision request with this image format is not supported"},
        {400, "image media type is required"},
        {404, "No endpoints found that support tool use"},
        {400, "the model does not support tools"},
        {200, "image input is not supported"},
    }));
    CAPTURE(words);
    CHECK_FALSE(goes_without_images(refusal(status, words)));
}

TEST_CASE("a server of the Responses API may want texts as outputs")
{
    const HttpResponse wants_text
        = refusal(400, "Invalid type for 'input[2].output': expected a string, but got an array.");
    MessageFormat manner;
    CHECK_FALSE(adapt_images(manner, wants_text, messages_with_images()));
    const HttpResponse about_another_field
        = refusal(400, "input[2].output[0].image_url: Input should be a valid string with a URL");
    manner.wire = agent::model::Wire::responses;
    CHECK_FALSE(adapt_images(manner, about_another_field, messages_with_images()));
    CHECK(adapt_images(manner, wants_text, messages_with_images()));
    CHECK(manner.text_results);
    CHECK_FALSE(manner.no_images);
    CHECK_FALSE(adapt_images(manner, wants_text, messages_with_images()));
}

TEST_CASE("a model without images is known by its server and its name")
{
    CHECK_FALSE(is_model_without_images("example.com m"));
    note_model_without_images("example.com m");
    CHECK(is_model_without_images("example.com m"));
    CHECK_FALSE(is_model_without_images("example.com n"));
}
