defmodule Parcel.Queue do
  @moduledoc "First in, first out."
  def push(queue, id), do: queue ++ [id]
end
